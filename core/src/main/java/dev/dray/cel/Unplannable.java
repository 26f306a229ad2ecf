package dev.dray.cel;

/** Leaves the planning of an expression at once; it has no other way out and the walk is deep. */
final class Unplannable extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;

  Unplannable(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}
