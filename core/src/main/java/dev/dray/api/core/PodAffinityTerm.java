package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.LabelSelector;
import java.util.List;
import java.util.Optional;

/**
 * An affinity term: other pods, and the topology domain around them.
 *
 * @param labelSelector the pods; none if absent, all if empty
 * @param topologyKey the node label whose equal values make one topology domain
 * @param namespaces the namespaces of these pods; if no namespace is given at all, the pod's own
 * @param namespaceSelector further namespaces that count; all if empty
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
