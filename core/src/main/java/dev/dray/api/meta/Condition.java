package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/** One observation of an object's state (upstream's {@code metav1.Condition}). */
public record Condition(
    String type,
    String status,
    long observedGeneration,
    Optional<Instant> lastTransitionTime,
    String reason,
    String message) {
  public Condition {
    requireNonNull(type, "type");
    requireNonNull(status, "status");
    requireNonNull(lastTransitionTime, "lastTransitionTime");
    requireNonNull(reason, "reason");
    requireNonNull(message, "message");
  }
}
