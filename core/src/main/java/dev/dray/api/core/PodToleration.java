package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

/** A toleration of node taints by a pod; an empty operator is {@code Equal}. */
public record PodToleration(String key, String operator, String value, String effect) {
  public PodToleration {
    requireNonNull(key, "key");
    requireNonNull(operator, "operator");
    requireNonNull(value, "value");
    requireNonNull(effect, "effect");
  }

  /** Returns whether the pod tolerates this taint. */
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
