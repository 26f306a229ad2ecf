package dev.dray.store;

/** The history asked for is no longer there. */
public final class CompactedException extends StoreException {
  private static final long serialVersionUID = 1L;

  private final long compacted;

  /** The revision asked for, and up to which history is gone. */
  public CompactedException(long asked, long compacted) {
    super("The revision (%d) is compacted: history begins at (%d).".formatted(asked, compacted));
    this.compacted = compacted;
  }

  /** The oldest revision that can still be listed. */
  public long compacted() {
    return compacted;
  }
}
