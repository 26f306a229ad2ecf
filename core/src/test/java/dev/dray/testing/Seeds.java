package dev.dray.testing;

import java.util.stream.LongStream;

/** The seeds of a property test: all of them, or the one given by {@code -Ddray.seed=17}. */
public final class Seeds {
  private Seeds() {}

  public static LongStream hundred() {
    return upTo(100);
  }

  public static LongStream thousand() {
    return upTo(1_000);
  }

  private static LongStream upTo(int count) {
    Long only = Long.getLong("dray.seed");
    return only == null ? LongStream.range(0, count) : LongStream.of(only);
  }
}
