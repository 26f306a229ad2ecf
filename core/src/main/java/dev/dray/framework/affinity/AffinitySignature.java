package dev.dray.framework.affinity;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * All of a pod that decides how it stands to the pods on nodes. Its labels are not among it, but
 * which of those pods mean it: pods whose labels differ in what nobody asks for are equal.
 *
 * @param wishes its own
 * @param isOfItsKind whether it is itself one of the pods that it must be near to
 * @param met the wishes of pods on nodes that mean it
 */
public record AffinitySignature(
    List<AffinityWish> wishes, boolean isOfItsKind, Set<AffinityWish> met) {
  /** Of a pod that wants nothing of others, nor others of it. */
  public static final AffinitySignature NONE = new AffinitySignature(List.of(), false, Set.of());

  public AffinitySignature {
    wishes = List.copyOf(wishes);
    met = Collections.unmodifiableSet(new LinkedHashSet<>(met));
  }

  boolean isNone() {
    return wishes.isEmpty() && met.isEmpty();
  }
}
