package dev.dray.bench.compare;

import java.util.Optional;

/** The allocators that can be measured from here. */
final class Sweepers {
  private Sweepers() {}

  /** Dray's. */
  static Optional<Sweeper> dray() {
    return Optional.of(new DraySweeper());
  }
}
