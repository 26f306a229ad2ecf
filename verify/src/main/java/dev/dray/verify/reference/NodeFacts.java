package dev.dray.verify.reference;

import dev.dray.api.meta.FrozenMap;
import java.util.Collections;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** What allocation needs to know of a node. */
public record NodeFacts(
    String name, Map<String, String> labels, SortedSet<String> declaredFeatures) {
  public NodeFacts {
    labels = FrozenMap.copyOf(labels);
    declaredFeatures = Collections.unmodifiableSortedSet(new TreeSet<>(declaredFeatures));
  }
}
