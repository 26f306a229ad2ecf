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
 * @param wishes its own terms
 * @param isOfItsKind whether the pod matches all its own required affinity terms
 * @param met the terms of pods on nodes that match it
 */
public record AffinitySignature(
    List<AffinityWish> wishes, boolean isOfItsKind, Set<AffinityWish> met) {
  /** The signature of a pod that has no terms and that no term matches. */
  public static final AffinitySignature NONE = new AffinitySignature(List.of(), false, Set.of());

  public AffinitySignature {
    wishes = List.copyOf(wishes);
    met = Collections.unmodifiableSet(new LinkedHashSet<>(met));
  }

  boolean isNone() {
    return wishes.isEmpty() && met.isEmpty();
  }
}
