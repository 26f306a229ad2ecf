package dev.dray.security;

/** Decides who may do what. */
public interface Authorizer {
  Decision decide(User user, Action action);
}
