package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

/** Pods that a pod would rather run near to, or away from, and how much rather, from 1 to 100. */
public record PreferredPods(int weight, PodAffinityTerm term) {
  public PreferredPods {
    requireNonNull(term, "term");
  }
}
