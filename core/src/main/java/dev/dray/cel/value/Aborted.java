package dev.dray.cel.value;

/**
 * The end of an evaluation, thrown from any depth.
 *
 * <p>Failures are values, so that an expression can absorb them. This exception is for what no
 * expression may absorb: reaching a limit, a cancellation, or a panic upstream. It is thrown at
 * most once in an evaluation.
 */
public final class Aborted extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  private Aborted(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  public static Aborted overLimit() {
    return new Aborted("operation cancelled: actual cost limit exceeded");
  }

  static Aborted interrupted(String cause) {
    return new Aborted("operation interrupted: " + cause);
  }

  /** Returns what upstream reports where its runtime panics. */
  public static Aborted internal(String panic) {
    return new Aborted("internal error: " + panic);
  }

  public String reason() {
    return reason;
  }
}
