package dev.dray.kinds.catalog;

import dev.dray.api.json.Json;
import dev.dray.kinds.FieldLabels;
import dev.dray.kinds.GroupVersions;
import dev.dray.kinds.Resource;
import dev.dray.kinds.Strategy;
import dev.dray.kinds.TableColumns;
import dev.dray.kinds.TreeRules;
import dev.dray.kinds.TreeStrategy;
import dev.dray.kinds.core.ConfigMapRules;
import dev.dray.kinds.core.CoreColumns;
import dev.dray.kinds.core.EventFace;
import dev.dray.kinds.core.EventRules;
import dev.dray.kinds.core.LeaseRules;
import dev.dray.kinds.core.NamespaceRules;
import dev.dray.kinds.core.NodeRules;
import dev.dray.kinds.core.SecretRules;
import dev.dray.kinds.core.ServiceRules;
import dev.dray.kinds.pod.PodColumns;
import dev.dray.kinds.pod.PodRules;
import dev.dray.kinds.pod.PriorityClassRules;
import dev.dray.kinds.quota.QuotaRules;
import dev.dray.kinds.rbac.RoleBindingRules;
import dev.dray.kinds.rbac.RoleRules;
import dev.dray.kinds.rbac.ServiceAccountRules;
import dev.dray.schema.Schemas;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kinds other than those of devices: the ones that scheduling and kubectl need. */
final class CoreKinds {
  private static final Duration EVENT_LIFETIME = Duration.ofHours(1);

  private CoreKinds() {}

  static List<Resource> all(Schemas schemas) {
    return List.of(
        configMap(schemas),
        event(schemas),
        namespace(schemas),
        node(schemas),
        pod(schemas),
        quota(schemas),
        secret(schemas),
        service(schemas),
        account(schemas),
        role(schemas, "Role", Resource.Scope.NAMESPACED),
        role(schemas, "ClusterRole", Resource.Scope.CLUSTER),
        binding(schemas, "RoleBinding", Resource.Scope.NAMESPACED),
        binding(schemas, "ClusterRoleBinding", Resource.Scope.CLUSTER),
        priorityClass(schemas),
        lease(schemas),
        newerEvent(schemas));
  }

  /** Returns a kind with one version, v1, and nothing special. */
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
      Schemas schemas) {
    return plain(group, kind, plural, scope, new TreeStrategy(group, kind, rules, schemas));
  }

  private static Resource namespace(Schemas schemas) {
    return kind(
            GroupVersions.CORE,
            "Namespace",
            "namespaces",
            Resource.Scope.CLUSTER,
            new NamespaceRules(),
            schemas)
        .known("ns")
        .verbs(List.of("create", "delete", "get", "list", "patch", "update", "watch"))
        .parts("finalize", "status")
        .shown(CoreColumns.namespace())
        .selectedBy("status.phase", it -> it.text("status", "phase"));
  }

  private static Resource node(Schemas schemas) {
    return kind(
            GroupVersions.CORE, "Node", "nodes", Resource.Scope.CLUSTER, new NodeRules(), schemas)
        .known("no")
        .parts("status")
        .shown(CoreColumns.node())
        .selectedBy(
            "spec.unschedulable", it -> Boolean.toString(it.truth("spec", "unschedulable")));
  }

  private static Resource pod(Schemas schemas) {
    return kind(
            GroupVersions.CORE, "Pod", "pods", Resource.Scope.NAMESPACED, new PodRules(), schemas)
        .known("po")
        .category("all")
        .parts("binding", "status")
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

  private static Resource configMap(Schemas schemas) {
    return kind(
            GroupVersions.CORE,
            "ConfigMap",
            "configmaps",
            Resource.Scope.NAMESPACED,
            new ConfigMapRules(),
            schemas)
        .known("cm")
        .shown(CoreColumns.configMap());
  }

  private static Resource secret(Schemas schemas) {
    return kind(
            GroupVersions.CORE,
            "Secret",
            "secrets",
            Resource.Scope.NAMESPACED,
            new SecretRules(),
            schemas)
        .shown(CoreColumns.secret())
        .selectedBy("type", it -> it.text("type"));
  }

  private static Resource service(Schemas schemas) {
    return kind(
            GroupVersions.CORE,
            "Service",
            "services",
            Resource.Scope.NAMESPACED,
            new ServiceRules(),
            schemas)
        .known("svc")
        .category("all")
        .parts("status")
        .shown(CoreColumns.service())
        .selectedBy("spec.clusterIP", it -> it.text("spec", "clusterIP"))
        .selectedBy("spec.type", it -> it.text("spec", "type"));
  }

  private static Resource account(Schemas schemas) {
    return kind(
            GroupVersions.CORE,
            "ServiceAccount",
            "serviceaccounts",
            Resource.Scope.NAMESPACED,
            new ServiceAccountRules(),
            schemas)
        .parts("token")
        .known("sa");
  }

  private static Resource quota(Schemas schemas) {
    return kind(
            GroupVersions.CORE,
            "ResourceQuota",
            "resourcequotas",
            Resource.Scope.NAMESPACED,
            new QuotaRules(),
            schemas)
        .known("quota")
        .parts("status")
        .shown(CoreColumns.quota());
  }

  private static Resource role(Schemas schemas, String kind, Resource.Scope scope) {
    var plural = kind.toLowerCase(Locale.ROOT) + "s";
    return kind(GroupVersions.RBAC, kind, plural, scope, new RoleRules(scope), schemas)
        .shown(CoreColumns.created());
  }

  private static Resource binding(Schemas schemas, String kind, Resource.Scope scope) {
    var plural = kind.toLowerCase(Locale.ROOT) + "s";
    return kind(GroupVersions.RBAC, kind, plural, scope, new RoleBindingRules(scope), schemas)
        .shown(CoreColumns.binding());
  }

  private static Resource priorityClass(Schemas schemas) {
    return kind(
            GroupVersions.SCHEDULING,
            "PriorityClass",
            "priorityclasses",
            Resource.Scope.CLUSTER,
            new PriorityClassRules(),
            schemas)
        .known("pc")
        .shown(CoreColumns.priorityClass());
  }

  private static Resource event(Schemas schemas) {
    var event =
        kind(
                GroupVersions.CORE,
                "Event",
                "events",
                Resource.Scope.NAMESPACED,
                new EventRules(EventRules.Face.CORE),
                schemas)
            .selectedBy("source", CoreKinds::source)
            .selectedBy("reportingComponent", it -> it.text("reportingComponent"));
    return selectedLikeEvents(event, "involvedObject");
  }

  private static Resource newerEvent(Schemas schemas) {
    var rules = new EventRules(EventRules.Face.EVENTS);
    var strategy = new EventFace(new TreeStrategy("", "Event", rules, schemas), schemas);
    var event =
        plain(GroupVersions.EVENTS, "Event", "events", Resource.Scope.NAMESPACED, strategy)
            .selectedBy("reportingController", it -> it.text("reportingComponent"));
    return selectedLikeEvents(event, "regarding");
  }

  private static String source(Json.Obj event) {
    var component = event.text("source", "component");
    return component.isEmpty() ? event.text("reportingComponent") : component;
  }

  private static Resource selectedLikeEvents(Resource event, String involved) {
    var selected =
        event
            .known("ev")
            .lasting(EVENT_LIFETIME)
            .shown(CoreColumns.event())
            .selectedBy("reason", it -> it.text("reason"))
            .selectedBy("type", it -> it.text("type"));
    for (var field :
        List.of("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath")) {
      selected =
          selected.selectedBy(involved + "." + field, it -> it.text("involvedObject", field));
    }
    return selected;
  }

  private static Resource lease(Schemas schemas) {
    return kind(
            GroupVersions.COORDINATION,
            "Lease",
            "leases",
            Resource.Scope.NAMESPACED,
            new LeaseRules(),
            schemas)
        .shown(CoreColumns.lease());
  }
}
