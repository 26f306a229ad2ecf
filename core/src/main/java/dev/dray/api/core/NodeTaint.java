package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

/** A taint of a node, which keeps pods off unless they tolerate it. */
public record NodeTaint(String key, String value, String effect) {
  public NodeTaint {
    requireNonNull(key, "key");
    requireNonNull(value, "value");
    requireNonNull(effect, "effect");
  }
}
