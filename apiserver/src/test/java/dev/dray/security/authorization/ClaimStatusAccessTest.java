package dev.dray.security.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.meta.Violation;
import dev.dray.security.Cluster;
import dev.dray.security.User;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimStatusAccessTest {
  private static final String ON_NODE =
      "allocation: {nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name,"
          + " operator: In, values: [n1]}]}]}}";
  private static final User SCHEDULER = RoleAuthorizerTest.user("system:kube-scheduler");
  private final Cluster cluster = new Cluster().addRoles(BootstrapRoles.objects());

  @BeforeEach
  void grant() {
    grant("near", "associated-node:update");
    grant("far", "'arbitrary-node:update'");
  }

  private void grant(String name, String verb) {
    cluster.addRole(
        "{kind: ClusterRole, metadata: {name: %s}, rules: [{verbs: ['%s'], apiGroups: [resource.k8s.io], resources: [resourceclaims/driver], resourceNames: [d1, d2]}]}"
            .formatted(name, verb.replace("'", "")));
    cluster.addRole(
        "{kind: RoleBinding, metadata: {name: %1$s, namespace: ns}, roleRef: {kind: ClusterRole, name: %1$s}, subjects: [{kind: ServiceAccount, name: %1$s}]}"
            .formatted(name));
  }

  private static User driver(String name, String... nodes) {
    return new User(
        "system:serviceaccount:ns:" + name,
        "",
        List.of(),
        Map.of("authentication.kubernetes.io/node-name", List.of(nodes)));
  }

  private List<String> check(User user, String before, String after) {
    return ClaimStatusAccess.check(
            user,
            "update",
            Cluster.tree("{metadata: {namespace: ns, name: c}, status: {" + before + "}}"),
            Cluster.tree("{metadata: {namespace: ns, name: c}, status: {" + after + "}}"),
            new RoleAuthorizer(cluster, cluster))
        .stream()
        .map(Violation::toString)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"allocation: {}", ON_NODE, "reservedFor: [{name: p}]"})
  void who_allocates_or_reserves_must_be_allowed_to_bind(String after) {
    assertThat(check(SCHEDULER, "", after)).isEmpty();
    assertThat(check(SCHEDULER, after, "")).isEmpty();
    assertThat(check(driver("far"), "", after))
        .containsExactly(
            "status.allocation: Forbidden: changing status.allocation or status.reservedFor"
                + " requires resource=\"resourceclaims/binding\", verb=\"update\" permission:"
                + " resourceclaims.resource.k8s.io is forbidden: User"
                + " \"system:serviceaccount:ns:far\" cannot update resource"
                + " \"resourceclaims/binding\" in API group \"resource.k8s.io\" at the cluster"
                + " scope");
    assertThat(check(driver("far"), after, after)).isEmpty();
  }

  @Test
  void a_driver_reports_on_its_devices() {
    var before = ON_NODE + ", devices: [{driver: d1, pool: p, device: a, data: 1}]";

    assertThat(check(driver("far"), before, before.replace("data: 1", "data: 2"))).isEmpty();
    assertThat(check(driver("far"), before, ON_NODE)).isEmpty();
    assertThat(check(driver("far"), ON_NODE, before)).isEmpty();
    assertThat(check(SCHEDULER, before, before)).isEmpty();
  }

  @Test
  void a_driver_does_not_report_for_others() {
    assertThat(
            check(
                driver("far"),
                ON_NODE,
                ON_NODE
                    + ", devices: [{driver: d3, pool: p, device: a}, {driver: d1}, {driver: d0}]"))
        .hasSize(2)
        .allMatch(
            it -> it.startsWith("status.devices: Forbidden: changing status.devices requires"))
        .element(0)
        .asString()
        .contains("verb=\"[arbitrary-node:update]\"", "\"d0\" is forbidden");
  }

  @Test
  void a_driver_on_the_node_may_report_for_that_node_alone() {
    var report = ", devices: [{driver: d1, pool: p, device: a}]";

    assertThat(check(driver("near", "n1"), ON_NODE, ON_NODE + report)).isEmpty();
    assertThat(check(driver("near", "n2"), ON_NODE, ON_NODE + report)).hasSize(1);
    assertThat(check(driver("near", "n1", "n2"), ON_NODE, ON_NODE + report)).hasSize(1);
    assertThat(check(driver("near", "n1"), "allocation: {}", "allocation: {}" + report)).hasSize(1);
    assertThat(check(driver("far", "n2"), ON_NODE, ON_NODE + report)).isEmpty();
    assertThat(check(driver("neither", "n1"), ON_NODE, ON_NODE + report))
        .singleElement()
        .asString()
        .contains(
            "verb=\"[associated-node:update arbitrary-node:update]\"",
            "cannot associated-node:update");
  }

  @Test
  void reports_on_a_claim_that_is_not_allocated_are_nobody_s() {
    assertThat(check(driver("neither"), "", "devices: [{driver: d1}]")).isEmpty();
  }
}
