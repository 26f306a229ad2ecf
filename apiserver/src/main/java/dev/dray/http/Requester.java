package dev.dray.http;

import dev.dray.security.User;
import java.util.Optional;

/**
 * The user who makes a request.
 *
 * @param user the authenticated user
 * @param impersonated the user they act as for this request, if not themselves
 */
public record Requester(User user, Optional<User> impersonated) {

  /** Returns the user the request is made for. */
  User effective() {
    return impersonated.orElse(user);
  }
}
