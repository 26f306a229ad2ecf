package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

/** Taints of nodes that a pod bears; an empty operator is {@code Equal}. */
public record PodToleration(String key, String operator, String value, String effect) {
  public PodToleration {
    requireNonNull(key, "key");
    requireNonNull(operator, "operator");
    requireNonNull(value, "value");
    requireNonNull(effect, "effect");
  }

  /** Whether the pod bears this taint. */
  public boolean tolerates(NodeTaint taint) {
    boolean sameEffect = effect.isEmpty() || effect.equals(taint.effect());
    boolean sameKey = key.isEmpty() || key.equals(taint.key());
    return sameEffect
        && sameKey
        && switch (operator) {
          case "Exists" -> true;
          case "", "Equal" -> !key.isEmpty() && value.equals(taint.value());
          default -> false;
        };
  }
}
