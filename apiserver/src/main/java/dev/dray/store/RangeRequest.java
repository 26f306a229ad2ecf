package dev.dray.store;

/**
 * A request to list keys with a prefix.
 *
 * @param revision the revision to list at; 0 means the newest
 * @param after the key after which to begin; empty means from the first
 * @param limit the maximum number of keys; 0 means all
 */
public record RangeRequest(String prefix, long revision, String after, int limit) {
  public RangeRequest {
    if (revision < 0 || limit < 0) {
      throw new IllegalArgumentException(
          "The revision (%d) or the limit (%d) is negative.".formatted(revision, limit));
    }
  }

  /** Requests all keys of a prefix at the newest revision. */
  public static RangeRequest all(String prefix) {
    return new RangeRequest(prefix, 0, "", 0);
  }
}
