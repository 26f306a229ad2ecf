package dev.dray.cel.plan;

/** Leaves the planning of an expression at once; it has no other way out and the walk is deep. */
public final class Unplannable extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;

  Unplannable(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  public String reason() {
    return reason;
  }
}
