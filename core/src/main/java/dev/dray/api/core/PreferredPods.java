package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

/** Pods that a pod prefers to be near to, or away from, with a weight from 1 to 100. */
public record PreferredPods(int weight, PodAffinityTerm term) {
  public PreferredPods {
    requireNonNull(term, "term");
  }
}
