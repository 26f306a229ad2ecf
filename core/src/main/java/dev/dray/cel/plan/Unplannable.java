package dev.dray.cel.plan;

/** The failure of a constant part, thrown to leave the recursion of planning at once. */
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
