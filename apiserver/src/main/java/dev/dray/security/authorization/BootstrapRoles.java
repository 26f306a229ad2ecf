package dev.dray.security.authorization;

import dev.dray.api.json.Json;
import dev.dray.security.ServiceAccounts;
import dev.dray.security.User;
import java.util.ArrayList;
import java.util.List;

/**
 * The roles and bindings of a new cluster: upstream's, as far as the kinds served here go.
 *
 * <p>ResourceSlicePatch changes devices of other drivers: only {@code cluster-admin} may write it,
 * and of the components only the scheduler reads it.
 */
public final class BootstrapRoles {
  private static final String RBAC = "rbac.authorization.k8s.io";
  private static final String RESOURCE = "resource.k8s.io";
  private static final String COORDINATION = "coordination.k8s.io";
  private static final String AUTHENTICATION = "authentication.k8s.io";
  private static final String AUTHORIZATION = "authorization.k8s.io";
  private static final String AGGREGATE = RBAC + "/aggregate-to-";
  private static final String SYSTEM = "kube-system";
  private static final String CONTROLLER = "system:controller:";

  private static final String READ = "get list watch";
  private static final String WRITE = "create delete deletecollection patch update";
  private static final String READ_WRITE = READ + " " + WRITE;

  private static final PolicyRule EVENTS =
      new PolicyRule(
          List.of("create", "update", "patch"),
          List.of("", "events.k8s.io"),
          List.of("events"),
          List.of(),
          List.of());

  private final List<Json.Obj> objects = new ArrayList<>();

  private BootstrapRoles() {}

  /** Returns all roles and bindings; aggregated roles already contain their rules. */
  public static List<Json.Obj> objects() {
    var all = new BootstrapRoles();
    all.forEverybody();
    all.forUsers();
    all.forComponents();
    all.forControllers();
    all.inSystemNamespace();
    return withGathered(all.objects);
  }

  private static List<Json.Obj> withGathered(List<Json.Obj> objects) {
    var roles = objects.stream().filter(it -> it.text("kind").equals("ClusterRole")).toList();
    var outdated = new AggregatedRoles(roles).outdated();
    return objects.stream()
        .map(
            it ->
                outdated.stream()
                    .filter(role -> it.text("kind").equals("ClusterRole"))
                    .filter(role -> name(role).equals(name(it)))
                    .findFirst()
                    .orElse(it))
        .toList();
  }

  private static String name(Json.Obj object) {
    return object.text("metadata", "name");
  }

  private void forEverybody() {
    clusterRole("cluster-admin", PolicyRule.EVERYTHING);
    bind("cluster-admin", group(User.MASTERS));
    clusterRole(
        "system:discovery",
        List.of(
            paths(
                "/livez /readyz /healthz /version /version/ /openapi /openapi/* /api /api/* /apis"
                    + " /apis/*")));
    bind("system:discovery", group(User.AUTHENTICATED));
    clusterRole(
        "system:public-info-viewer", List.of(paths("/livez /readyz /healthz /version /version/")));
    bind("system:public-info-viewer", group(User.AUTHENTICATED), group(User.UNAUTHENTICATED));
    clusterRole(
        "system:basic-user",
        List.of(
            rule("create", AUTHORIZATION, "selfsubjectaccessreviews selfsubjectrulesreviews"),
            rule("create", AUTHENTICATION, "selfsubjectreviews")));
    bind("system:basic-user", group(User.AUTHENTICATED));
    clusterRole(
        "system:monitoring",
        List.of(
            paths("/metrics /metrics/slis /livez /readyz /healthz /livez/* /readyz/* /healthz/*"),
            rule("get", "", "nodes/metrics")));
    bind("system:monitoring", group("system:monitoring"));
    clusterRole(
        "system:auth-delegator",
        List.of(
            rule("create", AUTHENTICATION, "tokenreviews"),
            rule("create", AUTHORIZATION, "subjectaccessreviews")));
    clusterRole(
        "system:service-account-issuer-discovery",
        List.of(
            paths(
                "/.well-known/openid-configuration /.well-known/openid-configuration/"
                    + " /openid/v1/jwks /openid/v1/jwks/")));
    bind("system:service-account-issuer-discovery", group(ServiceAccounts.GROUP));
  }

  /** Adds the roles of users: {@code admin} includes {@code edit}, which includes {@code view}. */
  private void forUsers() {
    gathering("admin", "", "admin");
    gathering("edit", "admin", "edit");
    gathering("view", "edit", "view");
    gathered(
        "admin",
        rule("create", AUTHORIZATION, "localsubjectaccessreviews"),
        rule(READ_WRITE, RBAC, "roles rolebindings"));
    gathered(
        "edit",
        rule(READ, "", "secrets pods/exec pods/attach pods/portforward pods/proxy services/proxy"),
        rule("impersonate", "", "serviceaccounts"),
        rule(WRITE, "", "pods pods/exec pods/attach pods/portforward pods/proxy"),
        rule("create", "", "pods/eviction"),
        rule(WRITE, "", "serviceaccounts services services/proxy configmaps secrets"),
        rule("create", "", "serviceaccounts/token"),
        new PolicyRule(
            words(WRITE), List.of("", "events.k8s.io"), List.of("events"), List.of(), List.of()),
        rule(READ_WRITE, COORDINATION, "leases"),
        rule(WRITE, RESOURCE, "resourceclaims resourceclaimtemplates"));
    gathered(
        "view",
        rule(READ, "", "pods serviceaccounts services services/status configmaps"),
        rule(
            READ,
            "",
            "resourcequotas bindings pods/status resourcequotas/status namespaces/status pods/log"),
        rule(READ, "", "namespaces"),
        new PolicyRule(
            words(READ), List.of("", "events.k8s.io"), List.of("events"), List.of(), List.of()),
        rule(READ, RESOURCE, "resourceclaims resourceclaims/status resourceclaimtemplates"));
  }

  private void forComponents() {
    clusterRole("system:kube-scheduler", schedulerRules());
    bind("system:kube-scheduler", user("system:kube-scheduler"));
    clusterRole("system:kube-controller-manager", controllerManagerRules());
    bind("system:kube-controller-manager", user("system:kube-controller-manager"));
    clusterRole("system:node", nodeRules());
    // As upstream: the role exists for reference and is bound to nobody, because the node
    // authorizer has narrower rules.
    bind("system:node");
    clusterRole(
        "system:node-problem-detector",
        List.of(rule("get", "", "nodes"), rule("patch", "", "nodes/status"), EVENTS));
  }

  private static List<PolicyRule> schedulerRules() {
    return List.of(
        EVENTS,
        rule("create", COORDINATION, "leases"),
        named("get update list watch", COORDINATION, "leases", "kube-scheduler"),
        rule(READ, "", "nodes"),
        rule("get list watch delete", "", "pods"),
        rule("create", "", "pods/binding bindings"),
        rule("patch update", "", "pods/status"),
        rule(READ, "", "services"),
        rule("create", AUTHENTICATION, "tokenreviews"),
        rule("create", AUTHORIZATION, "subjectaccessreviews"),
        rule(READ, "", "namespaces"),
        rule(READ, RESOURCE, "deviceclasses"),
        rule(READ + " patch update", RESOURCE, "resourceclaims"),
        rule(READ + " patch update", RESOURCE, "resourceclaims/status"),
        rule("update", "", "pods/finalizers"),
        rule(READ, RESOURCE, "resourceslices"),
        rule("create delete", RESOURCE, "resourceclaims"),
        rule(READ, RESOURCE, "devicetaintrules"),
        rule("update patch", RESOURCE, "resourceclaims/binding"),
        rule(READ, RESOURCE, "resourceslicepatches"));
  }

  private static List<PolicyRule> controllerManagerRules() {
    return List.of(
        EVENTS,
        rule("create", COORDINATION, "leases"),
        named("get update", COORDINATION, "leases", "kube-controller-manager"),
        rule("create", "", "secrets serviceaccounts"),
        rule("delete", "", "secrets"),
        rule("get", "", "namespaces secrets serviceaccounts configmaps"),
        rule("update", "", "secrets serviceaccounts"),
        rule("create", AUTHENTICATION, "tokenreviews"),
        rule("create", AUTHORIZATION, "subjectaccessreviews"),
        rule("list watch", "*", "*"),
        rule("create", "", "serviceaccounts/token"));
  }

  /**
   * Returns the rules of all nodes; the node authorizer restricts some kinds to related objects.
   */
  static List<PolicyRule> nodeRules() {
    return List.of(
        rule("create", AUTHENTICATION, "tokenreviews"),
        rule("create", AUTHORIZATION, "subjectaccessreviews localsubjectaccessreviews"),
        rule(READ, "", "services"),
        rule("create get list watch", "", "nodes"),
        rule("update patch", "", "nodes/status"),
        rule("update patch", "", "nodes"),
        EVENTS,
        rule(READ, "", "pods"),
        rule("create delete", "", "pods"),
        rule("update patch", "", "pods/status"),
        rule("create", "", "pods/eviction"),
        rule(READ, "", "secrets configmaps"),
        rule("get create update patch delete", COORDINATION, "leases"),
        rule("create", "", "serviceaccounts/token"),
        rule("get", RESOURCE, "resourceclaims"),
        rule("deletecollection", RESOURCE, "resourceslices"),
        rule("get", "", "serviceaccounts"));
  }

  private void forControllers() {
    controller(
        "resource-claim-controller",
        rule(READ, "", "pods"),
        rule("update", "", "pods/finalizers"),
        rule("get list watch create delete", RESOURCE, "resourceclaims"),
        rule("update patch", RESOURCE, "resourceclaims resourceclaims/status"),
        rule("update patch", "", "pods/status"),
        EVENTS,
        rule("update patch", RESOURCE, "resourceclaims/binding"));
    controller(
        "device-taint-eviction-controller",
        rule("get list watch delete", "", "pods"),
        rule("update patch", "", "pods/status"),
        rule(READ, RESOURCE, "resourceclaims"),
        rule(READ, RESOURCE, "resourceslices"),
        rule(READ, RESOURCE, "deviceclasses"),
        EVENTS,
        rule("update patch", RESOURCE, "devicetaintrules/status"),
        rule(READ, RESOURCE, "devicetaintrules"));
    runByOneUser("resource-claim-controller");
    runByOneUser("device-taint-eviction-controller");
    controller(
        "resourcepoolstatusrequest-controller",
        rule("get list watch delete", RESOURCE, "resourcepoolstatusrequests"),
        rule("update patch", RESOURCE, "resourcepoolstatusrequests/status"),
        rule(READ, RESOURCE, "resourceslices"),
        rule(READ, RESOURCE, "resourceclaims"),
        rule(READ, RESOURCE, "devicetaintrules"),
        EVENTS);
    controller(
        "generic-garbage-collector", rule("get list watch patch update delete", "*", "*"), EVENTS);
    controller(
        "namespace-controller",
        rule("get list watch delete", "", "namespaces"),
        rule("update", "", "namespaces/finalize namespaces/status"),
        rule("get list watch delete deletecollection", "*", "*"));
    controller(
        "resourcequota-controller",
        rule("list watch", "*", "*"),
        rule("update", "", "resourcequotas/status"),
        EVENTS);
    controller("service-account-controller", rule("create", "", "serviceaccounts"), EVENTS);
    controller("root-ca-cert-publisher", rule("create update", "", "configmaps"), EVENTS);
    controller(
        "clusterrole-aggregation-controller",
        rule("escalate get list watch update patch", RBAC, "clusterroles"));
    controller(
        "node-controller",
        rule("get list watch update delete patch", "", "nodes"),
        rule("patch update", "", "nodes/status"),
        rule("patch update", "", "pods/status"),
        rule("list watch get delete", "", "pods"),
        rule(READ, COORDINATION, "leases"),
        EVENTS);
  }

  private void inSystemNamespace() {
    leaderLock("kube-scheduler", List.of("kube-scheduler"));
    leaderLock(
        "kube-controller-manager",
        List.of("kube-controller-manager", "leader-election-controller"));
    objects.add(
        object("Role", "extension-apiserver-authentication-reader", SYSTEM)
            .with(
                "rules",
                trees(
                    List.of(named(READ, "", "configmaps", "extension-apiserver-authentication")))));
    objects.add(
        binding(
            "RoleBinding",
            "system::extension-apiserver-authentication-reader",
            SYSTEM,
            "Role",
            "extension-apiserver-authentication-reader",
            List.of(user("system:kube-controller-manager"), user("system:kube-scheduler"))));
  }

  private void leaderLock(String component, List<String> accounts) {
    var name = "system::leader-locking-" + component;
    objects.add(
        object("Role", name, SYSTEM)
            .with(
                "rules",
                trees(List.of(rule("get watch list create update", COORDINATION, "leases")))));
    var subjects = new ArrayList<Json.Obj>();
    subjects.add(user("system:" + component));
    accounts.forEach(it -> subjects.add(account(it)));
    objects.add(binding("RoleBinding", name, SYSTEM, "Role", name, subjects));
  }

  private void clusterRole(String name, List<PolicyRule> rules) {
    objects.add(object("ClusterRole", name, "").with("rules", trees(rules)));
  }

  private void gathering(String name, String into, String from) {
    var selector = Json.obj("matchLabels", Json.obj(AGGREGATE + from, "true"));
    var role =
        object("ClusterRole", name, "")
            .with("aggregationRule", Json.obj("clusterRoleSelectors", Json.of(List.of(selector))))
            .with("rules", Json.of(List.of()));
    objects.add(into.isEmpty() ? role : labelled(role, AGGREGATE + into));
  }

  private void gathered(String into, PolicyRule... rules) {
    var role =
        object("ClusterRole", "system:aggregate-to-" + into, "")
            .with("rules", trees(List.of(rules)));
    objects.add(labelled(role, AGGREGATE + into));
  }

  private static Json.Obj labelled(Json.Obj role, String label) {
    return role.with(List.of("metadata", "labels", label), Json.of("true"));
  }

  private void controller(String name, PolicyRule... rules) {
    clusterRole(CONTROLLER + name, List.of(rules));
    bind(CONTROLLER + name, account(name));
  }

  /**
   * Binds a controller's role to the one user that runs all of Dray's controllers. Upstream's
   * controllers have a service account each; without those, the roles of the controllers that run
   * are to be bound to the user, as is done here.
   */
  private void runByOneUser(String name) {
    objects.add(
        binding(
            "ClusterRoleBinding",
            "dray:" + name,
            "",
            "ClusterRole",
            CONTROLLER + name,
            List.of(user("system:kube-controller-manager"))));
  }

  private void bind(String role, Json.Obj... subjects) {
    objects.add(binding("ClusterRoleBinding", role, "", "ClusterRole", role, List.of(subjects)));
  }

  private static Json.Obj binding(
      String kind,
      String name,
      String namespace,
      String roleKind,
      String role,
      List<Json.Obj> subjects) {
    var binding =
        object(kind, name, namespace)
            .with("roleRef", Json.obj("apiGroup", RBAC, "kind", roleKind, "name", role));
    return subjects.isEmpty() ? binding : binding.with("subjects", Json.of(subjects));
  }

  private static Json.Obj object(String kind, String name, String namespace) {
    var metadata =
        Json.obj(
            "annotations",
            Json.obj("rbac.authorization.kubernetes.io/autoupdate", "true"),
            "labels",
            Json.obj("kubernetes.io/bootstrapping", "rbac-defaults"),
            "name",
            name);
    return Json.obj(
        "apiVersion",
        RBAC + "/v1",
        "kind",
        kind,
        "metadata",
        namespace.isEmpty() ? metadata : metadata.with("namespace", Json.of(namespace)));
  }

  private static Json.Obj user(String name) {
    return Json.obj("apiGroup", RBAC, "kind", "User", "name", name);
  }

  private static Json.Obj group(String name) {
    return Json.obj("apiGroup", RBAC, "kind", "Group", "name", name);
  }

  private static Json.Obj account(String name) {
    return Json.obj("kind", "ServiceAccount", "name", name, "namespace", SYSTEM);
  }

  private static Json.Arr trees(List<PolicyRule> rules) {
    return Json.of(rules.stream().map(PolicyRule::tree).toList());
  }

  private static PolicyRule rule(String verbs, String group, String resources) {
    return new PolicyRule(words(verbs), List.of(group), words(resources), List.of(), List.of());
  }

  private static PolicyRule named(String verbs, String group, String resources, String name) {
    return new PolicyRule(words(verbs), List.of(group), words(resources), List.of(name), List.of());
  }

  private static PolicyRule paths(String paths) {
    return new PolicyRule(List.of("get"), List.of(), List.of(), List.of(), words(paths));
  }

  private static List<String> words(String text) {
    return List.of(text.split(" ", -1));
  }
}
