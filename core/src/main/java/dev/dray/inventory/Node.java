package dev.dray.inventory;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import java.util.Collections;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** What the engine needs to know of a node. */
public record Node(String name, Map<String, String> labels, SortedSet<String> declaredFeatures) {
  public Node {
    requireNonNull(name, "name");
    labels = FrozenMap.copyOf(labels);
    declaredFeatures = Collections.unmodifiableSortedSet(new TreeSet<>(declaredFeatures));
  }

  /** A node with nothing but a name. */
  public static Node named(String name) {
    return new Node(name, Map.of(), Collections.emptySortedSet());
  }

  public Node withLabels(Map<String, String> labels) {
    return new Node(name, labels, declaredFeatures);
  }
}
