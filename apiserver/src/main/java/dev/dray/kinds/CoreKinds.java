package dev.dray.kinds;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kinds besides those of devices: what scheduling and kubectl need. */
final class CoreKinds {
  private static final Duration EVENT_LIFETIME = Duration.ofHours(1);

  private CoreKinds() {}

  static List<Resource> all(FieldTypes types) {
    return List.of(
        namespace(types), node(types), pod(types), configMap(types), event(types), lease(types));
  }

  /** A kind with one version, v1, and nothing special. */
  private static Resource plain(
      String group, String kind, String plural, Resource.Scope scope, Strategy strategy) {
    return new Resource(
        group,
        plural,
        kind.toLowerCase(Locale.ROOT),
        kind,
        List.of(),
        List.of(),
        scope,
        List.of("v1"),
        "v1",
        List.of(),
        Resource.ALL_VERBS,
        Optional.empty(),
        strategy,
        TableColumns.named().age(),
        FieldLabels.standard(scope));
  }

  private static Resource kind(
      String group,
      String kind,
      String plural,
      Resource.Scope scope,
      TreeRules rules,
      FieldTypes types) {
    return plain(group, kind, plural, scope, new TreeStrategy(group, kind, rules, types));
  }

  private static Resource namespace(FieldTypes types) {
    return kind(
            GroupVersions.CORE,
            "Namespace",
            "namespaces",
            Resource.Scope.CLUSTER,
            new NamespaceRules(),
            types)
        .known("ns")
        .verbs(List.of("create", "delete", "get", "list", "patch", "update", "watch"))
        .parts("finalize", "status")
        .shown(CoreColumns.namespace())
        .selectedBy("status.phase", it -> it.text("status", "phase"));
  }

  private static Resource node(FieldTypes types) {
    return kind(GroupVersions.CORE, "Node", "nodes", Resource.Scope.CLUSTER, new NodeRules(), types)
        .known("no")
        .parts("status")
        .shown(CoreColumns.node())
        .selectedBy(
            "spec.unschedulable", it -> Boolean.toString(it.truth("spec", "unschedulable")));
  }

  private static Resource pod(FieldTypes types) {
    return kind(GroupVersions.CORE, "Pod", "pods", Resource.Scope.NAMESPACED, new PodRules(), types)
        .known("po")
        .category("all")
        .parts("binding", "eviction", "status")
        .shown(PodColumns.columns())
        .selectedBy("spec.nodeName", it -> it.text("spec", "nodeName"))
        .selectedBy("spec.restartPolicy", it -> it.text("spec", "restartPolicy"))
        .selectedBy("spec.schedulerName", it -> it.text("spec", "schedulerName"))
        .selectedBy("spec.serviceAccountName", it -> it.text("spec", "serviceAccountName"))
        .selectedBy("spec.hostNetwork", it -> Boolean.toString(it.truth("spec", "hostNetwork")))
        .selectedBy("status.phase", it -> it.text("status", "phase"))
        .selectedBy("status.podIP", it -> it.text("status", "podIP"))
        .selectedBy("status.podIPs", it -> it.text("status", "podIP"))
        .selectedBy("status.nominatedNodeName", it -> it.text("status", "nominatedNodeName"));
  }

  private static Resource configMap(FieldTypes types) {
    return kind(
            GroupVersions.CORE,
            "ConfigMap",
            "configmaps",
            Resource.Scope.NAMESPACED,
            new ConfigMapRules(),
            types)
        .known("cm")
        .shown(CoreColumns.configMap());
  }

  private static Resource event(FieldTypes types) {
    return kind(
            GroupVersions.CORE,
            "Event",
            "events",
            Resource.Scope.NAMESPACED,
            new EventRules(),
            types)
        .known("ev")
        .lasting(EVENT_LIFETIME)
        .shown(CoreColumns.event());
  }

  private static Resource lease(FieldTypes types) {
    return kind(
            GroupVersions.COORDINATION,
            "Lease",
            "leases",
            Resource.Scope.NAMESPACED,
            new LeaseRules(),
            types)
        .shown(CoreColumns.lease());
  }
}
