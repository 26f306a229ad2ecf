package dev.dray.local;

/** An object that the server refuses; the message says which and why. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super(message);
  }
}
