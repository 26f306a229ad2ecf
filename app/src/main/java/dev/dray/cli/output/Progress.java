package dev.dray.cli.output;

import java.io.PrintWriter;

/** Shows how far something is that takes a while. */
@FunctionalInterface
public interface Progress {

  /** Nobody is shown anything. */
  Progress NONE = (_, _) -> new Bar() {};

  /** Something that has begun; closing it takes it off the screen. */
  interface Bar extends AutoCloseable {
    /** One more is done. */
    default void step() {}

    @Override
    default void close() {}
  }

  /**
   * Something begins.
   *
   * @param what is done, as {@code placing pods}
   * @param total how many steps it has
   */
  Bar start(String what, long total);

  /** Draws on a terminal. */
  static Progress on(PrintWriter terminal) {
    return (what, total) -> new TerminalBar(terminal, what, total);
  }
}
