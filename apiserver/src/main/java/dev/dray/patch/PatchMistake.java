package dev.dray.patch;

import java.io.Serial;

/** A patch that cannot be applied, with a message for its author. */
public final class PatchMistake extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** The sort of mistake, which decides the HTTP status. */
  public enum Sort {
    /** Not a well-formed patch: 400. */
    MALFORMED,
    /** Larger than one request may be: 413. */
    TOO_LARGE,
    /** A well-formed patch that does not fit this object: 422. */
    UNFIT
  }

  private final Sort sort;
  private final String words;

  public PatchMistake(Sort sort, String message) {
    super(message, null, false, false);
    this.sort = sort;
    this.words = message;
  }

  static PatchMistake malformed(String message) {
    return new PatchMistake(Sort.MALFORMED, message);
  }

  static PatchMistake unfit(String message) {
    return new PatchMistake(Sort.UNFIT, message);
  }

  @Override
  public String getMessage() {
    return words;
  }

  public Sort sort() {
    return sort;
  }
}
