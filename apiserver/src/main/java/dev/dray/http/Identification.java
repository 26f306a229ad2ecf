package dev.dray.http;

import dev.dray.security.User;
import java.util.Optional;

/** Finds out who makes a request. */
public interface Identification {
  /**
   * Who it is.
   *
   * @throws dev.dray.kinds.StatusError if that is not clear, or not true
   */
  User user(Exchange exchange);

  /**
   * Whom they want to be for this request.
   *
   * @throws dev.dray.kinds.StatusError if they may not
   */
  Optional<User> impersonated(User user, Exchange exchange);
}
