package dev.dray.security.authorization;

/** The decision about an action. */
public sealed interface Decision {
  String reason();

  record Allowed(String reason) implements Decision {}

  record Denied(String reason) implements Decision {}
}
