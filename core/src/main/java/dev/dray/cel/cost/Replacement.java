package dev.dray.cel.cost;

import dev.dray.cel.value.GoNumbers;

/** How long a string can be after {@code replace}. */
final class Replacement {
  private Replacement() {}

  static CostRange size(CostRange text, CostRange from, CostRange to) {
    var longest = longest(text, from, to);
    var shortest = shortest(text, from, to);
    return new CostRange(shortest.count, longest.count)
        .times(to)
        .plus(new CostRange(shortest.kept, longest.kept));
  }

  /** How often something is put in, and how many characters stay beside it. */
  private record Extreme(long count, long kept) {}

  private static Extreme longest(CostRange text, CostRange from, CostRange to) {
    if (from.least() == 0) {
      // Nothing is found around every character.
      return new Extreme(CostRange.sum(text.most(), 1), text.most());
    }
    if (Long.compareUnsigned(to.most(), from.least()) <= 0) {
      return new Extreme(0, text.most());
    }
    return new Extreme(timesWithin(text.most(), from.least()), 0);
  }

  private static Extreme shortest(CostRange text, CostRange from, CostRange to) {
    if (from.most() == 0) {
      return new Extreme(CostRange.sum(text.least(), 1), text.least());
    }
    if (Long.compareUnsigned(from.most(), to.least()) <= 0) {
      return new Extreme(0, text.least());
    }
    return new Extreme(timesWithin(text.least(), from.most()), 0);
  }

  private static long timesWithin(long length, long part) {
    return GoNumbers.fromDouble(Math.ceil(GoNumbers.asDouble(length) / GoNumbers.asDouble(part)));
  }
}
