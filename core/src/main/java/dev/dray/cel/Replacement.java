package dev.dray.cel;

/** How long a string can be after {@code replace}. */
final class Replacement {
  private Replacement() {}

  static Bounds size(Bounds text, Bounds from, Bounds to) {
    var longest = longest(text, from, to);
    var shortest = shortest(text, from, to);
    return new Bounds(shortest.count, longest.count)
        .times(to)
        .plus(new Bounds(shortest.kept, longest.kept));
  }

  /** How often something is put in, and how many characters stay beside it. */
  private record Extreme(long count, long kept) {}

  private static Extreme longest(Bounds text, Bounds from, Bounds to) {
    if (from.least() == 0) {
      // Nothing is found around every character.
      return new Extreme(Bounds.sum(text.most(), 1), text.most());
    }
    if (Long.compareUnsigned(to.most(), from.least()) <= 0) {
      return new Extreme(0, text.most());
    }
    return new Extreme(timesWithin(text.most(), from.least()), 0);
  }

  private static Extreme shortest(Bounds text, Bounds from, Bounds to) {
    if (from.most() == 0) {
      return new Extreme(Bounds.sum(text.least(), 1), text.least());
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
