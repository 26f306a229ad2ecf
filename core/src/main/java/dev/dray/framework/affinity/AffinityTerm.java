package dev.dray.framework.affinity;

import dev.dray.api.core.PodAffinityTerm;
import dev.dray.api.meta.LabelQuery;
import dev.dray.api.meta.LabelSelector;
import dev.dray.api.meta.LabelSelectorRequirement;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A term of pod affinity, ready to be evaluated: the pods it matches, and the topology key.
 *
 * @param namespaces the namespaces that it names, sorted
 * @param alsoIn the labels by which further namespaces are selected
 * @param pods the labels by which pods are selected; empty matches no pod
 */
record AffinityTerm(
    String topologyKey,
    List<String> namespaces,
    Optional<LabelQuery> alsoIn,
    Optional<LabelQuery> pods) {
  AffinityTerm {
    namespaces = namespaces.stream().distinct().sorted().toList();
  }

  /** Reads a term of this pod. An invalid selector, which no server accepts, matches no pod. */
  static AffinityTerm of(PodAffinityTerm term, ObjectMeta pod) {
    boolean here = term.namespaces().isEmpty() && term.namespaceSelector().isEmpty();
    return new AffinityTerm(
        term.topologyKey(),
        here ? List.of(pod.namespace()) : term.namespaces(),
        term.namespaceSelector().flatMap(AffinityTerm::query),
        term.labelSelector().map(it -> merged(it, term, pod)).flatMap(AffinityTerm::query));
  }

  private static Optional<LabelQuery> query(LabelSelector selector) {
    return selector.toQuery() instanceof Parsed.Value<LabelQuery>(var query)
        ? Optional.of(query)
        : Optional.empty();
  }

  /**
   * Returns the selector with the requirements that {@code matchLabelKeys} and {@code
   * mismatchLabelKeys} add to it. A server merges them when a pod is created, by the labels it has
   * then; this does it for pods that no server has stored.
   */
  private static LabelSelector merged(
      LabelSelector selector, PodAffinityTerm term, ObjectMeta pod) {
    boolean plain = term.matchLabelKeys().isEmpty() && term.mismatchLabelKeys().isEmpty();
    if (plain || !pod.resourceVersion().isEmpty()) {
      return selector;
    }
    var expressions = new ArrayList<>(selector.matchExpressions());
    add(term.matchLabelKeys(), "In", pod.labels(), expressions);
    add(term.mismatchLabelKeys(), "NotIn", pod.labels(), expressions);
    return new LabelSelector(selector.matchLabels(), expressions);
  }

  private static void add(
      List<String> keys,
      String operator,
      Map<String, String> labels,
      List<LabelSelectorRequirement> expressions) {
    for (var key : keys) {
      var value = labels.get(key);
      if (value != null) {
        expressions.add(new LabelSelectorRequirement(key, operator, List.of(value)));
      }
    }
  }

  /**
   * Returns whether the term matches the pod.
   *
   * @param namespaceLabels the labels of the pod's namespace
   */
  boolean matches(AffinityPod pod, Map<String, String> namespaceLabels) {
    return pods.isPresent()
        && isIn(pod.namespace(), namespaceLabels)
        && pods.get().matches(pod.labels());
  }

  private boolean isIn(String namespace, Map<String, String> labels) {
    return namespaces.contains(namespace) || (alsoIn.isPresent() && alsoIn.get().matches(labels));
  }
}
