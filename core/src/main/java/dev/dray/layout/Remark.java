package dev.dray.layout;

import static java.util.Objects.requireNonNull;

/**
 * What there is to say about slices that were laid out anew.
 *
 * @param about the pool or slice
 */
public record Remark(Weight weight, String about, String message) {
  public Remark {
    requireNonNull(weight, "weight");
    requireNonNull(about, "about");
    requireNonNull(message, "message");
  }

  /** What follows from it. */
  public enum Weight {
    /** Claims may be answered otherwise from the slices than from those they were made from. */
    DIFFERENT,
    /** No API server would take the slices, although claims would be answered as before. */
    INVALID,
    /** Good to know. */
    NOTE
  }

  static Remark different(String about, String message) {
    return new Remark(Weight.DIFFERENT, about, message);
  }

  static Remark invalid(String about, String message) {
    return new Remark(Weight.INVALID, about, message);
  }

  static Remark note(String about, String message) {
    return new Remark(Weight.NOTE, about, message);
  }

  public String text() {
    return about + ": " + message;
  }
}
