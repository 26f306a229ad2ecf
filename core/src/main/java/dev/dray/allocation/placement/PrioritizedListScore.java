package dev.dray.allocation.placement;

import java.util.Arrays;

/** How good nodes are for requests with alternatives (KEP-4816). */
public final class PrioritizedListScore {
  /** The most that a normalised score can be. */
  public static final long MOST = 100;

  private static final long MOST_ALTERNATIVES = 8;

  private PrioritizedListScore() {}

  /** What a request adds that got the alternative at this position. */
  public static long of(int alternative) {
    return MOST_ALTERNATIVES - alternative;
  }

  /** What a placement is worth: the sum over all its requests with alternatives. */
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
   * Scores of nodes spread over 0 to 100. If all are equal there is nothing to choose, and each is
   * 100, or 0 if it was 0.
   */
  public static long[] normalised(long[] scores) {
    long least = Arrays.stream(scores).min().orElse(0);
    long most = Arrays.stream(scores).max().orElse(0);
    return Arrays.stream(scores)
        .map(it -> most > least ? (it - least) * MOST / (most - least) : most > 0 ? MOST : 0)
        .toArray();
  }
}
