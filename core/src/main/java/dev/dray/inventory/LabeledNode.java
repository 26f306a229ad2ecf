package dev.dray.inventory;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import java.util.Collections;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The part of a node that the engine needs: name, labels and declared features. */
public record LabeledNode(
    String name, Map<String, String> labels, SortedSet<String> declaredFeatures) {
  public LabeledNode {
    requireNonNull(name, "name");
    labels = FrozenMap.copyOf(labels);
    declaredFeatures = Collections.unmodifiableSortedSet(new TreeSet<>(declaredFeatures));
  }

  /** Returns a node with nothing but a name. */
  public static LabeledNode named(String name) {
    return new LabeledNode(name, Map.of(), Collections.emptySortedSet());
  }

  public LabeledNode withLabels(Map<String, String> labels) {
    return new LabeledNode(name, labels, declaredFeatures);
  }
}
