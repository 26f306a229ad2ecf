package dev.dray.controller;

import java.time.Instant;
import java.util.List;
import java.util.TreeSet;

/**
 * The time at which pods must be evicted, and the taints that cause it.
 *
 * @param taints in order, each once
 */
record PodEviction(Instant at, List<Taint> taints) {
  PodEviction {
    taints = List.copyOf(taints);
  }

  /** Combines both: the earlier time, and all taints. */
  PodEviction and(PodEviction other) {
    var all = new TreeSet<>(taints);
    all.addAll(other.taints);
    return new PodEviction(at.isBefore(other.at) ? at : other.at, List.copyOf(all));
  }

  /** Returns whether this rule is among the causes. */
  boolean isBy(String ruleUid) {
    for (var taint : taints) {
      if (taint instanceof Taint.OfRule rule && rule.uid().equals(ruleUid)) {
        return true;
      }
    }
    return false;
  }
}
