package dev.dray.store;

/** A failure of the store itself: a full disk, a damaged file, an unreachable member. */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
