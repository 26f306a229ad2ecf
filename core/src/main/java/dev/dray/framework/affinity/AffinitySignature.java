package dev.dray.framework.affinity;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Everything of a pod that decides how affinity applies to it. In place of its labels it holds the
 * terms of pods on nodes that match it, so pods whose labels differ only where no term looks have
 * equal signatures.
 *
 * @param rules its own terms
 * @param isOfItsKind whether the pod matches all its own required affinity terms
 * @param met the terms of pods on nodes that match it
 */
public record AffinitySignature(
    List<AffinityRule> rules, boolean isOfItsKind, Set<AffinityRule> met) {
  /** The signature of a pod that has no terms and that no term matches. */
  public static final AffinitySignature NONE = new AffinitySignature(List.of(), false, Set.of());

  public AffinitySignature {
    rules = List.copyOf(rules);
    met = Collections.unmodifiableSet(new LinkedHashSet<>(met));
  }

  boolean isNone() {
    return rules.isEmpty() && met.isEmpty();
  }
}
