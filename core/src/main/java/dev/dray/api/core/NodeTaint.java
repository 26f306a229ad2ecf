package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

/** Keeps pods off a node unless they tolerate it. */
public record NodeTaint(String key, String value, String effect) {
  public NodeTaint {
    requireNonNull(key, "key");
    requireNonNull(value, "value");
    requireNonNull(effect, "effect");
  }
}
