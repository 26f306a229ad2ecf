package dev.dray.security.authentication;

import dev.dray.security.User;

/** The result of authentication. */
public sealed interface Authentication {

  /** The credentials belong to this user. */
  record As(User user) implements Authentication {}

  /** The request has no credentials. */
  record Nobody() implements Authentication {}

  /**
   * The credentials are not valid: the response is 401, even where anonymous users are admitted.
   *
   * @param why the reason, for the log; it holds no secret, and clients are not told
   */
  record Refused(String why) implements Authentication {}
}
