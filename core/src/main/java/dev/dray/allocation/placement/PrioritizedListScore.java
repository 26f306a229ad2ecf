package dev.dray.allocation.placement;

import java.util.Arrays;

/** The score of nodes for requests with alternatives (KEP-4816). */
public final class PrioritizedListScore {
  /** The highest normalised score. */
  public static final long MOST = 100;

  private static final long MOST_ALTERNATIVES = 8;

  private PrioritizedListScore() {}

  /** Returns the score of a request that got the alternative at this position. */
  public static long of(int alternative) {
    return MOST_ALTERNATIVES - alternative;
  }

  /** Returns the score of a placement: the sum over all its requests with alternatives. */
  public static long of(Placement placement) {
    long score = 0;
    for (var claim : placement.claims()) {
      for (var request : claim.requests()) {
        if (request.alternative().isPresent()) {
          score += of(request.alternative().getAsInt());
        }
      }
    }
    return score;
  }

  /**
   * Spreads the scores of nodes over 0 to 100. If all are equal there is nothing to choose, and
   * each is 100, or 0 if it was 0.
   */
  public static long[] normalised(long[] scores) {
    long least = Arrays.stream(scores).min().orElse(0);
    long most = Arrays.stream(scores).max().orElse(0);
    return Arrays.stream(scores)
        .map(it -> most > least ? (it - least) * MOST / (most - least) : most > 0 ? MOST : 0)
        .toArray();
  }
}
