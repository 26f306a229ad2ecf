package dev.dray.scheduling;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** All different wishes of the pods on nodes, found by the namespaces that they name. Mutable. */
final class Wishes {
  private final Map<Wish, Integer> counts = new LinkedHashMap<>();
  private final Map<String, Set<Wish>> byNamespace = new HashMap<>();

  /** Those that choose namespaces by their labels. */
  private final Set<Wish> anywhere = new LinkedHashSet<>();

  boolean isEmpty() {
    return counts.isEmpty();
  }

  /** Whether nobody else has the same. */
  boolean add(Wish wish) {
    boolean first = counts.merge(wish, 1, Integer::sum) == 1;
    if (first && wish.term().alsoIn().isPresent()) {
      anywhere.add(wish);
    } else if (first) {
      wish.term()
          .namespaces()
          .forEach(it -> byNamespace.computeIfAbsent(it, _ -> new LinkedHashSet<>()).add(wish));
    }
    return first;
  }

  void remove(Wish wish) {
    var left = counts.computeIfPresent(wish, (_, count) -> count == 1 ? null : count - 1);
    if (left == null) {
      anywhere.remove(wish);
      wish.term()
          .namespaces()
          .forEach(
              it ->
                  byNamespace.computeIfPresent(
                      it, (_, some) -> some.remove(wish) && some.isEmpty() ? null : some));
    }
  }

  /** Those that mean a pod of this namespace. */
  Set<Wish> meaning(String namespace, Predicate<Term> isMeant) {
    var found = new LinkedHashSet<Wish>();
    for (var some : List.of(byNamespace.getOrDefault(namespace, Set.of()), anywhere)) {
      for (var wish : some) {
        if (isMeant.test(wish.term())) {
          found.add(wish);
        }
      }
    }
    return found;
  }
}
