package dev.dray.controller;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.TreeSet;

/**
 * When pods must leave, and because of which taints.
 *
 * @param taints in order, each once
 */
record PodEviction(Instant at, List<Taint> taints) {
  PodEviction {
    requireNonNull(at, "at");
    taints = List.copyOf(taints);
  }

  /** Both: at the earlier time, for all taints. */
  PodEviction and(PodEviction other) {
    var all = new TreeSet<>(taints);
    all.addAll(other.taints);
    return new PodEviction(at.isBefore(other.at) ? at : other.at, List.copyOf(all));
  }

  /** Whether it is because of this rule, too. */
  boolean isBy(String ruleUid) {
    for (var taint : taints) {
      if (taint instanceof Taint.OfRule rule && rule.uid().equals(ruleUid)) {
        return true;
      }
    }
    return false;
  }
}
