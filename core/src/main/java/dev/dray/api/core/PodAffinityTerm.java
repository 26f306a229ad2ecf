package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.LabelSelector;
import java.util.List;
import java.util.Optional;

/**
 * Other pods, and how far around them a term of affinity reaches.
 *
 * @param labelSelector which pods; none if absent, all if empty
 * @param topologyKey the label of nodes: where its value is the same, there is the same place
 * @param namespaces where these pods are; if nothing is said, where the pod itself is
 * @param namespaceSelector namespaces that count, too; all if empty
 * @param matchLabelKeys labels that these pods must share with the pod itself
 * @param mismatchLabelKeys labels that these pods must not share with the pod itself
 */
public record PodAffinityTerm(
    Optional<LabelSelector> labelSelector,
    String topologyKey,
    List<String> namespaces,
    Optional<LabelSelector> namespaceSelector,
    List<String> matchLabelKeys,
    List<String> mismatchLabelKeys) {
  public PodAffinityTerm {
    requireNonNull(labelSelector, "labelSelector");
    requireNonNull(topologyKey, "topologyKey");
    requireNonNull(namespaceSelector, "namespaceSelector");
    namespaces = List.copyOf(namespaces);
    matchLabelKeys = List.copyOf(matchLabelKeys);
    mismatchLabelKeys = List.copyOf(mismatchLabelKeys);
  }
}
