package dev.dray.framework.affinity;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** All distinct terms of the pods on nodes, indexed by the namespaces that they name. Mutable. */
final class AffinityWishIndex {
  private final Map<AffinityWish, Integer> counts = new LinkedHashMap<>();
  private final Map<String, Set<AffinityWish>> byNamespace = new HashMap<>();

  /** The terms that select namespaces by their labels. */
  private final Set<AffinityWish> anywhere = new LinkedHashSet<>();

  boolean isEmpty() {
    return counts.isEmpty();
  }

  /** Adds a term. Returns whether it was not there before. */
  boolean add(AffinityWish affinityWish) {
    boolean first = counts.merge(affinityWish, 1, Integer::sum) == 1;
    if (first && affinityWish.term().alsoIn().isPresent()) {
      anywhere.add(affinityWish);
    } else if (first) {
      affinityWish
          .term()
          .namespaces()
          .forEach(
              it -> byNamespace.computeIfAbsent(it, _ -> new LinkedHashSet<>()).add(affinityWish));
    }
    return first;
  }

  void remove(AffinityWish affinityWish) {
    var left = counts.computeIfPresent(affinityWish, (_, count) -> count == 1 ? null : count - 1);
    if (left == null) {
      anywhere.remove(affinityWish);
      affinityWish
          .term()
          .namespaces()
          .forEach(
              it ->
                  byNamespace.computeIfPresent(
                      it, (_, some) -> some.remove(affinityWish) && some.isEmpty() ? null : some));
    }
  }

  /** Returns the terms that match a pod of this namespace. */
  Set<AffinityWish> meaning(String namespace, Predicate<AffinityTerm> isMeant) {
    var found = new LinkedHashSet<AffinityWish>();
    for (var some : List.of(byNamespace.getOrDefault(namespace, Set.of()), anywhere)) {
      for (var affinityWish : some) {
        if (isMeant.test(affinityWish.term())) {
          found.add(affinityWish);
        }
      }
    }
    return found;
  }
}
