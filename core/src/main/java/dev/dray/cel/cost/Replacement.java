package dev.dray.cel.cost;

import dev.dray.cel.value.GoNumbers;

/** The possible lengths of a string after {@code replace}. */
final class Replacement {
  private Replacement() {}

  static CostRange size(CostRange text, CostRange from, CostRange to) {
    var longest = longest(text, from, to);
    var shortest = shortest(text, from, to);
    return new CostRange(shortest.count, longest.count)
        .times(to)
        .plus(new CostRange(shortest.kept, longest.kept));
  }

  /**
   * An extreme result: how often the replacement occurs in it, and how many old characters remain.
   */
  private record Extreme(long count, long kept) {}

  private static Extreme longest(CostRange text, CostRange from, CostRange to) {
    if (from.least() == 0) {
      // An empty string is found before and after every character.
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
