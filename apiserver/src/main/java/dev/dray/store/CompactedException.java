package dev.dray.store;

/** A failure because the requested history was compacted. */
public final class CompactedException extends StoreException {
  private static final long serialVersionUID = 1L;

  private final long compacted;

  /** Takes the requested revision, and the one up to which history is compacted. */
  public CompactedException(long asked, long compacted) {
    super("The revision (%d) is compacted: history begins at (%d).".formatted(asked, compacted));
    this.compacted = compacted;
  }

  /** Returns the oldest revision that can still be listed. */
  public long compacted() {
    return compacted;
  }
}
