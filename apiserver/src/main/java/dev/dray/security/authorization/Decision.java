package dev.dray.security.authorization;

/** Whether somebody may do something. */
public sealed interface Decision {
  String reason();

  record Allowed(String reason) implements Decision {}

  record Denied(String reason) implements Decision {}
}
