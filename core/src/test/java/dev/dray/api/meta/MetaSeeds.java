package dev.dray.api.meta;

import java.util.stream.LongStream;

/** The seeds of the property tests; {@code -Ddray.seed=17} replays one. */
final class MetaSeeds {
  private MetaSeeds() {}

  static LongStream hundred() {
    var one = Long.getLong("dray.seed");
    return one == null ? LongStream.range(0, 100) : LongStream.of(one);
  }
}
