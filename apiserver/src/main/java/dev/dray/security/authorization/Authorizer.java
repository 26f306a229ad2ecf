package dev.dray.security.authorization;

import dev.dray.security.User;

/** The judge of whether a user may do an action. */
public interface Authorizer {
  Decision decide(User user, Action action);
}
