package dev.dray.bench.compare;

import java.util.List;

/** An allocator as it is measured: it can be asked on every node of a world. */
interface Sweeper {

  /**
   * Takes in a world from its decoded objects. Nothing may be kept from one world to the next, be
   * it the same one: a cold sweep is this and one run, a warm sweep is one more run.
   */
  Sweep prepare(World world);

  /** A world that was taken in. */
  interface Sweep {

    /**
     * Allocates the world's claims on every node, each time as if nothing had been allocated
     * before, up to the results that would be written to the claims: that much upstream does too.
     */
    void run();

    /** What the last run came to, node by node in the world's order; not measured. */
    List<Answer> answers();
  }
}
