package dev.dray.layout;

/**
 * A note about slices in a new layout.
 *
 * @param about the pool or slice
 */
public record LayoutNote(Weight weight, String about, String message) {

  /** The consequence of a note. */
  public enum Weight {
    /** Claims may get other devices from the new slices than from the original ones. */
    DIFFERENT,
    /** API servers refuse the slices, although claims would get the same devices. */
    INVALID,
    /** Information only. */
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
