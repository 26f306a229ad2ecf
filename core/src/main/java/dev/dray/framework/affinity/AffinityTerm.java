package dev.dray.framework.affinity;

import static java.util.Objects.requireNonNull;

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
 * A term of affinity, ready to be tested: which pods are meant, and by which label of nodes places
 * are told apart.
 *
 * @param namespaces the namespaces that it names, in order
 * @param alsoIn which namespaces count besides
 * @param pods which pods in them; none if empty
 */
record AffinityTerm(
    String topologyKey,
    List<String> namespaces,
    Optional<LabelQuery> alsoIn,
    Optional<LabelQuery> pods) {
  AffinityTerm {
    requireNonNull(topologyKey, "topologyKey");
    requireNonNull(alsoIn, "alsoIn");
    requireNonNull(pods, "pods");
    namespaces = namespaces.stream().distinct().sorted().toList();
  }

  /**
   * What a term of this pod means. A selector with a mistake, which no server takes, means nobody.
   */
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
   * The selector with what {@code matchLabelKeys} and {@code mismatchLabelKeys} add to it. A server
   * does this when a pod is created, and by the labels that it has then; so it is left to do for
   * pods that no server has stored.
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
   * Whether the pod is meant.
   *
   * @param namespaceLabels of the namespace that the pod is in
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
