package dev.dray.http;

import dev.dray.security.User;
import java.util.Optional;

/** The identification of the user who makes a request. */
public interface Identification {
  /**
   * Returns the authenticated user.
   *
   * @throws dev.dray.kinds.StatusError if the credentials are missing where they are needed, or are
   *     not valid
   */
  User user(Exchange exchange);

  /**
   * Returns the user that the requester impersonates, if any.
   *
   * @throws dev.dray.kinds.StatusError if the requester may not impersonate that user
   */
  Optional<User> impersonated(User user, Exchange exchange);
}
