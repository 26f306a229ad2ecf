package dev.dray.patch;

import java.io.Serial;

/** A patch that cannot be used, with the reason in words for its author. */
public final class PatchMistake extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** Whose fault it is, which decides the answer's code. */
  public enum Sort {
    /** No patch at all: 400. */
    MALFORMED(400),
    /** More than one request may ask for: 413. */
    TOO_LARGE(413),
    /** A patch, but not for this object: 422. */
    UNFIT(422);

    private final int code;

    Sort(int code) {
      this.code = code;
    }

    /** The answer's code in HTTP. */
    public int code() {
      return code;
    }
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
