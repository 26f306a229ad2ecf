package dev.dray.framework.affinity;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** All distinct terms of the pods on nodes, indexed by the namespaces that they name. Mutable. */
final class AffinityRuleIndex {
  private final Map<AffinityRule, Integer> counts = new LinkedHashMap<>();
  private final Map<String, Set<AffinityRule>> byNamespace = new HashMap<>();

  /** The terms that select namespaces by their labels. */
  private final Set<AffinityRule> anywhere = new LinkedHashSet<>();

  boolean isEmpty() {
    return counts.isEmpty();
  }

  /** Adds a term. Returns whether it was not there before. */
  boolean add(AffinityRule rule) {
    boolean first = counts.merge(rule, 1, Integer::sum) == 1;
    if (first && rule.term().alsoIn().isPresent()) {
      anywhere.add(rule);
    } else if (first) {
      rule.term()
          .namespaces()
          .forEach(it -> byNamespace.computeIfAbsent(it, _ -> new LinkedHashSet<>()).add(rule));
    }
    return first;
  }

  void remove(AffinityRule rule) {
    var left = counts.computeIfPresent(rule, (_, count) -> count == 1 ? null : count - 1);
    if (left == null) {
      anywhere.remove(rule);
      rule.term()
          .namespaces()
          .forEach(
              it ->
                  byNamespace.computeIfPresent(
                      it, (_, some) -> some.remove(rule) && some.isEmpty() ? null : some));
    }
  }

  /** Returns the terms that match a pod of this namespace. */
  Set<AffinityRule> meaning(String namespace, Predicate<AffinityTerm> isMeant) {
    var found = new LinkedHashSet<AffinityRule>();
    for (var some : List.of(byNamespace.getOrDefault(namespace, Set.of()), anywhere)) {
      for (var rule : some) {
        if (isMeant.test(rule.term())) {
          found.add(rule);
        }
      }
    }
    return found;
  }
}
