package dev.dray.layout;

import static java.util.Objects.requireNonNull;

/**
 * What there is to say about slices that were laid out anew.
 *
 * @param about the pool or slice
 */
public record LayoutNote(Weight weight, String about, String message) {
  public LayoutNote {
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

  static LayoutNote different(String about, String message) {
    return new LayoutNote(Weight.DIFFERENT, about, message);
  }

  static LayoutNote invalid(String about, String message) {
    return new LayoutNote(Weight.INVALID, about, message);
  }

  static LayoutNote note(String about, String message) {
    return new LayoutNote(Weight.NOTE, about, message);
  }

  public String text() {
    return about + ": " + message;
  }
}
