package dev.dray.security.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.security.Cluster;
import dev.dray.security.User;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RoleEscalationTest {
  private static final User JANE = RoleAuthorizerTest.user("jane", "devs");
  private static final RoleEscalation.Verdict FINE = new RoleEscalation.Verdict.Fine();
  private final Cluster cluster = new Cluster();

  @BeforeEach
  void fill() {
    cluster.addRole(
        "{kind: ClusterRole, metadata: {name: some}, rules: [{verbs: [get, list], apiGroups: [''],"
            + " resources: [pods, '*/status']}, {verbs: [get], nonResourceURLs: ['/api/*']}]}");
    cluster.addRole(
        "{kind: ClusterRole, metadata: {name: more}, rules: [{verbs: [delete], apiGroups: [''],"
            + " resources: [pods]}]}");
    cluster.addRole(
        "{kind: ClusterRoleBinding, metadata: {name: b}, roleRef: {kind: ClusterRole, name: some},"
            + " subjects: [{kind: User, name: jane}]}");
  }

  private RoleEscalation.Verdict create(User user, String plural, String namespace, String yaml) {
    return check(user, plural, namespace, yaml, Optional.empty());
  }

  private RoleEscalation.Verdict check(
      User user, String plural, String namespace, String yaml, Optional<Json.Obj> stored) {
    return new RoleEscalation(new RoleAuthorizer(cluster, cluster))
        .check(user, plural, namespace, Cluster.tree(yaml), stored);
  }

  private void grant(String rule) {
    cluster.addRole("{kind: ClusterRole, metadata: {name: extra}, rules: [" + rule + "]}");
    cluster.addRole(
        "{kind: ClusterRoleBinding, metadata: {name: extra}, roleRef: {kind: ClusterRole, name:"
            + " extra}, subjects: [{kind: User, name: jane}]}");
  }

  @Test
  void one_may_give_what_one_has() {
    assertThat(
            create(
                JANE,
                "clusterroles",
                "",
                "{metadata: {name: x}, rules: [{verbs: [get], apiGroups: [''], resources: [pods,"
                    + " nodes/status], resourceNames: [a]}, {verbs: [get], nonResourceURLs:"
                    + " [/api/v1, '/api/*']}]}"))
        .isEqualTo(FINE);
  }

  @Test
  void one_may_not_give_what_one_lacks_and_all_of_it_is_said() {
    assertThat(
            create(
                JANE,
                "roles",
                "ns",
                "{metadata: {name: x}, rules: [{verbs: [get, delete, watch], apiGroups: [''],"
                    + " resources: [pods]}, {verbs: ['*'], apiGroups: [apps], resources:"
                    + " [deployments], resourceNames: [d]}, {verbs: [get], nonResourceURLs:"
                    + " [/metrics]}]}"))
        .isEqualTo(
            new RoleEscalation.Verdict.Forbidden(
                """
                user "jane" (groups=["devs"]) is attempting to grant RBAC permissions not currently held:
                {APIGroups:[""], Resources:["pods"], Verbs:["delete" "watch"]}
                {APIGroups:["apps"], Resources:["deployments"], ResourceNames:["d"], Verbs:["*"]}
                {NonResourceURLs:["/metrics"], Verbs:["get"]}\
                """));
  }

  @Test
  void a_star_is_more_than_all_that_it_stands_for() {
    assertThat(
            create(
                JANE,
                "clusterroles",
                "",
                "{metadata: {name: x}, rules: [{verbs: [get], apiGroups: ['*'], resources:"
                    + " [pods]}]}"))
        .isInstanceOf(RoleEscalation.Verdict.Forbidden.class);
  }

  @Test
  void masters_and_those_who_may_escalate_write_any_role() {
    var role = "{metadata: {name: x}, rules: [{verbs: ['*'], apiGroups: ['*'], resources: ['*']}]}";

    assertThat(create(RoleAuthorizerTest.user("x", User.MASTERS), "clusterroles", "", role))
        .isEqualTo(FINE);
    grant("{verbs: [escalate], apiGroups: [rbac.authorization.k8s.io], resources: [clusterroles]}");
    assertThat(create(JANE, "clusterroles", "", role)).isEqualTo(FINE);
    assertThat(create(JANE, "roles", "ns", role))
        .isInstanceOf(RoleEscalation.Verdict.Forbidden.class);
  }

  @Test
  void gathering_roles_are_for_cluster_admins() {
    var role =
        "{metadata: {name: x}, aggregationRule: {clusterRoleSelectors: [{matchLabels: {a: b}}]}}";

    assertThat(create(JANE, "clusterroles", "", role))
        .isEqualTo(
            new RoleEscalation.Verdict.Forbidden(
                "must have cluster-admin privileges to use the aggregationRule"));
    assertThat(
            check(
                JANE,
                "clusterroles",
                "",
                "{metadata: {name: x}, rules: []}",
                Optional.of(Cluster.tree(role))))
        .isInstanceOf(RoleEscalation.Verdict.Forbidden.class);
    grant(
        "{verbs: ['*'], apiGroups: ['*'], resources: ['*']}, {verbs: ['*'], nonResourceURLs:"
            + " ['*']}");
    assertThat(create(JANE, "clusterroles", "", role)).isEqualTo(FINE);
  }

  @Test
  void a_binding_gives_what_its_role_has() {
    assertThat(create(JANE, "rolebindings", "ns", binding("ClusterRole", "some"))).isEqualTo(FINE);
    assertThat(create(JANE, "rolebindings", "ns", binding("ClusterRole", "more")))
        .isEqualTo(
            new RoleEscalation.Verdict.Forbidden(
                """
                user "jane" (groups=["devs"]) is attempting to grant RBAC permissions not currently held:
                {APIGroups:[""], Resources:["pods"], Verbs:["delete"]}\
                """));
    assertThat(create(JANE, "rolebindings", "ns", binding("Role", "lost")))
        .isEqualTo(new RoleEscalation.Verdict.Missing("roles", "lost"));
  }

  @Test
  void who_may_bind_a_role_may_bind_it_whether_it_is_there_or_not() {
    grant(
        "{verbs: [bind], apiGroups: [rbac.authorization.k8s.io], resources: [clusterroles],"
            + " resourceNames: [more, lost]}");

    assertThat(create(JANE, "clusterrolebindings", "", binding("ClusterRole", "more")))
        .isEqualTo(FINE);
    assertThat(create(JANE, "rolebindings", "ns", binding("ClusterRole", "lost"))).isEqualTo(FINE);
    assertThat(create(JANE, "rolebindings", "ns", binding("Role", "more")))
        .isInstanceOf(RoleEscalation.Verdict.Missing.class);
  }

  private static String binding(String kind, String name) {
    return "{metadata: {name: x}, roleRef: {apiGroup: rbac.authorization.k8s.io, kind: %s, name: %s}, subjects: [{kind: User, name: joe}]}"
        .formatted(kind, name);
  }

  @Test
  void garbage_collection_may_go_on_with_roles_that_are_too_strong() {
    var stored =
        Cluster.tree(
            "{metadata: {name: x, finalizers: [a], ownerReferences: [{name: o}], resourceVersion:"
                + " '1'}, rules: [{verbs: ['*'], apiGroups: ['*'], resources: ['*']}]}");
    var freed =
        "{metadata: {name: x, resourceVersion: '2'}, rules: [{verbs: ['*'], apiGroups: ['*'],"
            + " resources: ['*']}]}";
    var labelled =
        "{metadata: {name: x, labels: {a: b}}, rules: [{verbs: ['*'], apiGroups: ['*'], resources:"
            + " ['*']}]}";

    assertThat(check(JANE, "clusterroles", "", freed, Optional.of(stored))).isEqualTo(FINE);
    assertThat(check(JANE, "clusterroles", "", labelled, Optional.of(stored)))
        .isInstanceOf(RoleEscalation.Verdict.Forbidden.class);
  }

  @Test
  void a_rule_covers_what_it_allows() {
    var rules = List.of("pods", "pods/status", "*/status", "*");
    var covered =
        rules.stream()
            .map(
                owner ->
                    rules.stream()
                        .map(it -> rule(owner).covers(rule(it)) ? "x" : "-")
                        .reduce("", String::concat))
            .toList();

    assertThat(covered).containsExactly("x---", "-x--", "-xx-", "xxxx");
  }

  private static PolicyRule rule(String resource) {
    return new PolicyRule(List.of("get"), List.of(""), List.of(resource), List.of(), List.of());
  }
}
