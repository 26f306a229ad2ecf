package dev.dray.security.authorization;

import dev.dray.security.User;

/** Decides who may do what. */
public interface Authorizer {
  Decision decide(User user, Action action);
}
