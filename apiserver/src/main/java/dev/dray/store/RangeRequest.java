package dev.dray.store;

import static java.util.Objects.requireNonNull;

/**
 * What to list.
 *
 * @param revision at which; 0 means the newest
 * @param after only keys that come after this one; empty means from the first
 * @param limit at most so many; 0 means all
 */
public record RangeRequest(String prefix, long revision, String after, int limit) {
  public RangeRequest {
    requireNonNull(prefix, "prefix");
    requireNonNull(after, "after");
    if (revision < 0 || limit < 0) {
      throw new IllegalArgumentException(
          "The revision (%d) or the limit (%d) is negative.".formatted(revision, limit));
    }
  }

  /** All of a prefix as it is now. */
  public static RangeRequest all(String prefix) {
    return new RangeRequest(prefix, 0, "", 0);
  }
}
