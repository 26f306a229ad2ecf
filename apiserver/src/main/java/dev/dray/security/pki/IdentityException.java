package dev.dray.security.pki;

import org.jspecify.annotations.Nullable;

/** An identity file that cannot be used; the message names it and says what to do. */
public final class IdentityException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  IdentityException(String message) {
    super(message);
  }

  IdentityException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
