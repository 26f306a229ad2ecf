package dev.dray.http;

import static java.util.Objects.requireNonNull;

import dev.dray.security.User;
import java.util.Optional;

/**
 * Who makes a request.
 *
 * @param user who has shown who they are
 * @param impersonated whom they are for this request, if not themselves
 */
public record Requester(User user, Optional<User> impersonated) {
  public Requester {
    requireNonNull(user, "user");
    requireNonNull(impersonated, "impersonated");
  }

  /** For whom the request is made. */
  User effective() {
    return impersonated.orElse(user);
  }
}
