package dev.dray.store;

/** The store cannot do what was asked: a full disk, a damaged file, a member out of reach. */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
