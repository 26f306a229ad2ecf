package dev.dray.lint;

import dev.dray.api.core.Container;
import dev.dray.api.core.Pod;
import dev.dray.api.core.PodResourceClaim;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ApiObject;
import dev.dray.cluster.Cluster;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The check for pods that name claims which do not exist; if no object of a kind was given, none is
 * missed.
 */
final class PodLint {
  private static final FieldPath SPEC = FieldPath.of("spec");

  private final Cluster cluster;
  private final Map<String, Set<String>> claims;
  private final Map<String, Set<String>> templates;
  private final List<LintFinding> remarks;

  PodLint(Cluster cluster, List<LintFinding> remarks) {
    this.cluster = cluster;
    this.remarks = remarks;
    claims = byNamespace(cluster.claims());
    templates = byNamespace(cluster.templates());
  }

  private static Map<String, Set<String>> byNamespace(List<? extends ApiObject> objects) {
    Map<String, Set<String>> names = new HashMap<>();
    objects.stream()
        .map(ApiObject::metadata)
        .forEach(
            (ObjectMeta it) ->
                names.computeIfAbsent(it.namespace(), _ -> new TreeSet<>()).add(it.name()));
    return names;
  }

  void look() {
    for (var pod : cluster.pods()) {
      look(pod);
    }
  }

  private void look(Pod pod) {
    var listed = pod.spec().resourceClaims();
    for (int i = 0; i < listed.size(); i++) {
      var at = SPEC.child("resourceClaims").index(i);
      var claim = listed.get(i);
      missing(pod, claim.resourceClaimName(), "ResourceClaim", claims, at, "resourceClaimName");
      missing(
          pod,
          claim.resourceClaimTemplateName(),
          "ResourceClaimTemplate",
          templates,
          at,
          "resourceClaimTemplateName");
    }
    var names = listed.stream().map(PodResourceClaim::name).collect(Collectors.toSet());
    containers(pod, pod.spec().initContainers(), "initContainers", names);
    containers(pod, pod.spec().containers(), "containers", names);
  }

  private void missing(
      Pod pod,
      String name,
      String kind,
      Map<String, Set<String>> known,
      FieldPath at,
      String field) {
    var namespace = pod.metadata().namespace();
    var there = known.getOrDefault(namespace, Set.of());
    if (name.isEmpty() || known.isEmpty() || there.contains(name)) {
      return;
    }
    remarks.add(
        LintFinding.warning(
                LintRule.UNKNOWN_CLAIM,
                ObjectName.of(pod),
                at.child(field),
                "the pod waits for the %s %s, which is not in the namespace %s"
                    .formatted(kind, name, namespace))
            .hint(LintPhrases.didYouMean(name, there)));
  }

  private void containers(Pod pod, List<Container> containers, String field, Set<String> names) {
    for (int i = 0; i < containers.size(); i++) {
      var container = containers.get(i);
      for (int j = 0; j < container.claims().size(); j++) {
        var name = container.claims().get(j).name();
        if (!names.contains(name)) {
          remarks.add(
              LintFinding.error(
                      LintRule.UNKNOWN_POD_CLAIM,
                      ObjectName.of(pod),
                      SPEC.child(field)
                          .index(i)
                          .child("resources")
                          .child("claims")
                          .index(j)
                          .child("name"),
                      "container %s uses the claim %s, which spec.resourceClaims of the pod does not list"
                          .formatted(container.name(), name))
                  .hint(LintPhrases.didYouMean(name, names)));
        }
      }
    }
  }
}
