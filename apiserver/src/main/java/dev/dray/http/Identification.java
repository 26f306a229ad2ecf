package dev.dray.http;

import dev.dray.security.User;

/** Finds out who makes a request. */
public interface Identification {
  /**
   * Who it is.
   *
   * @throws dev.dray.kinds.Refusal if that is not clear, or not true
   */
  User identify(Exchange exchange);
}
