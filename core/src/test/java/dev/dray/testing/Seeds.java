package dev.dray.testing;

import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The seeds of a property test: all of them, or the one given by {@code -Ddray.seed=17}. */
public final class Seeds {
  private Seeds() {}

  public static LongStream hundred() {
    return upTo(100);
  }

  public static LongStream thousand() {
    return upTo(1_000);
  }

  /** Twenty thousand seeds in twenty parts; {@code -Ddray.seeds=1000000} makes it more. */
  public static Stream<Part> twentyThousand() {
    Long only = Long.getLong("dray.seed");
    return only == null
        ? LongStream.range(0, Long.getLong("dray.seeds", 20_000) / 1_000)
            .mapToObj(part -> new Part(part * 1_000, 1_000))
        : Stream.of(new Part(only, 1));
  }

  /** A thousand seeds in ten parts; {@code -Ddray.seeds=1000000} makes it more. */
  public static Stream<Part> planning() {
    Long only = Long.getLong("dray.seed");
    return only == null
        ? LongStream.range(0, Math.max(1, Long.getLong("dray.seeds", 1_000) / 100))
            .mapToObj(part -> new Part(part * 100, 100))
        : Stream.of(new Part(only, 1));
  }

  /**
   * A hundred thousand seeds in a hundred parts, for tests of which each is too short to be worth
   * an entry in the report.
   */
  public static Stream<Part> hundredThousand() {
    Long only = Long.getLong("dray.seed");
    return only == null
        ? LongStream.range(0, 100).mapToObj(part -> new Part(part * 1_000, 1_000))
        : Stream.of(new Part(only, 1));
  }

  /** Some seeds in a row. */
  public record Part(long first, int count) {
    @Override
    public String toString() {
      return first + " to " + (first + count - 1);
    }
  }

  private static LongStream upTo(int count) {
    Long only = Long.getLong("dray.seed");
    return only == null ? LongStream.range(0, count) : LongStream.of(only);
  }
}
