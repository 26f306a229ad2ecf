package dev.dray.security.authentication;

import dev.dray.security.User;

/** What came of asking who somebody is. */
public sealed interface Authentication {

  /** It is this user. */
  record As(User user) implements Authentication {}

  /** They did not say. */
  record Nobody() implements Authentication {}

  /**
   * They said, and it is not true: the answer is 401, even where nobody in particular is let in.
   *
   * @param why for a log; it holds no secret, and clients are not told
   */
  record Refused(String why) implements Authentication {}
}
