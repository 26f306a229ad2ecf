package dev.dray.security.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.security.Cluster;
import dev.dray.security.User;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BootstrapRolesTest {
  private static final List<Json.Obj> OBJECTS = BootstrapRoles.objects();

  private static boolean may(User user, String action, Json.Obj... more) {
    var cluster = new Cluster().addRoles(OBJECTS).addRoles(List.of(more));
    return new RoleAuthorizer(cluster, cluster).decide(user, RoleAuthorizerTest.action(action))
        instanceof Decision.Allowed;
  }

  @Test
  void all_are_marked_as_upstream_marks_its_own_and_none_is_there_twice() {
    assertThat(OBJECTS)
        .allMatch(
            it ->
                it.text("metadata", "labels", "kubernetes.io/bootstrapping")
                    .equals("rbac-defaults"))
        .allMatch(
            it ->
                it.text("metadata", "annotations", "rbac.authorization.kubernetes.io/autoupdate")
                    .equals("true"))
        .allMatch(it -> it.text("apiVersion").equals("rbac.authorization.k8s.io/v1"));
    assertThat(
            OBJECTS.stream()
                .map(
                    it ->
                        it.text("kind")
                            + it.text("metadata", "namespace")
                            + "/"
                            + it.text("metadata", "name")))
        .doesNotHaveDuplicates();
  }

  @Test
  void each_binding_refers_to_a_role_that_is_there() {
    for (var binding : OBJECTS) {
      if (binding.has("roleRef")) {
        assertThat(OBJECTS)
            .as(binding.toText())
            .anyMatch(
                it ->
                    it.text("kind").equals(binding.text("roleRef", "kind"))
                        && it.text("metadata", "name").equals(binding.text("roleRef", "name"))
                        && it.text("metadata", "namespace")
                            .equals(
                                it.text("kind").equals("Role")
                                    ? binding.text("metadata", "namespace")
                                    : ""));
      }
    }
  }

  @Test
  void gathered_rules_stand_in_the_roles_from_the_beginning() {
    var roles = OBJECTS.stream().filter(it -> it.text("kind").equals("ClusterRole")).toList();

    assertThat(new AggregatedRoles(roles).outdated()).isEmpty();
    assertThat(roles)
        .filteredOn(it -> List.of("admin", "edit", "view").contains(it.text("metadata", "name")))
        .hasSize(3)
        .allMatch(it -> it.objects("rules").size() > 3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          update resourceclaims/status of resource.k8s.io in ns named c  | true
          patch resourceclaims/binding of resource.k8s.io                | true
          create resourceclaims of resource.k8s.io in ns                 | true
          list resourceslices of resource.k8s.io                         | true
          watch resourceslicepatches of resource.k8s.io                  | true
          list devicetaintrules of resource.k8s.io                       | true
          create pods/binding in ns named p                              | true
          watch services                                                 | true
          update leases of coordination.k8s.io in kube-system named any  | true
          update leases of coordination.k8s.io in ns named kube-scheduler | true
          update leases of coordination.k8s.io in ns named other         | false
          create resourceslices of resource.k8s.io                       | false
          update resourceslicepatches of resource.k8s.io named p         | false
          update nodes named n                                           | false
          """)
  void the_scheduler(String action, boolean allowed) {
    assertThat(may(RoleAuthorizerTest.user("system:kube-scheduler"), action)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          view  | get pods in ns                                         | true
          view  | get secrets in ns                                      | false
          view  | get resourceclaims of resource.k8s.io in ns            | true
          view  | list services in ns                                    | true
          view  | get services/status in ns                              | true
          view  | create services in ns                                  | false
          view  | create resourceclaims of resource.k8s.io in ns         | false
          view  | get roles of rbac.authorization.k8s.io in ns           | false
          edit  | create resourceclaims of resource.k8s.io in ns         | true
          edit  | update resourceclaims/status of resource.k8s.io in ns  | false
          edit  | delete configmaps in ns                                | true
          edit  | watch services in ns                                   | true
          edit  | create services in ns                                  | true
          edit  | deletecollection services in ns                        | true
          edit  | update services/status in ns                           | false
          edit  | update leases of coordination.k8s.io in ns             | true
          edit  | create roles of rbac.authorization.k8s.io in ns        | false
          edit  | create resourceslicepatches of resource.k8s.io         | false
          edit  | get resourceslicepatches of resource.k8s.io            | false
          admin | create rolebindings of rbac.authorization.k8s.io in ns | true
          admin | get pods in ns                                         | true
          admin | patch services in ns                                   | true
          admin | create resourcequotas in ns                            | false
          admin | create resourceslicepatches of resource.k8s.io         | false
          admin | create pods in other                                   | false
          """)
  void roles_of_users(String role, String action, boolean allowed) {
    var binding =
        Cluster.tree(
            "{kind: RoleBinding, metadata: {name: b, namespace: ns}, roleRef: {kind: ClusterRole, name: %s}, subjects: [{kind: User, name: jane}]}"
                .formatted(role));

    assertThat(may(RoleAuthorizerTest.user("jane"), action, binding)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          system:unauthenticated | get /livez                                                  | true
          system:unauthenticated | get /version                                                | true
          system:unauthenticated | get /api                                                    | false
          system:authenticated   | get /apis/resource.k8s.io/v1                                | true
          system:authenticated   | get /openapi/v3                                             | true
          system:authenticated   | get /metrics                                                | false
          system:authenticated   | create selfsubjectaccessreviews of authorization.k8s.io     | true
          system:authenticated   | create subjectaccessreviews of authorization.k8s.io         | false
          system:authenticated   | get pods in ns                                              | false
          system:monitoring      | get /metrics                                                | true
          system:serviceaccounts | get /openid/v1/jwks                                         | true
          """)
  void everybody(String group, String action, boolean allowed) {
    assertThat(may(RoleAuthorizerTest.user("x", group), action)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          resource-claim-controller        | patch resourceclaims/binding of resource.k8s.io                | true
          resource-claim-controller        | create resourceclaims of resource.k8s.io in ns                 | true
          device-taint-eviction-controller | delete pods in ns named p                                      | true
          device-taint-eviction-controller | update devicetaintrules/status of resource.k8s.io named r      | true
          device-taint-eviction-controller | update resourceclaims of resource.k8s.io in ns named c         | false
          namespace-controller             | deletecollection resourceclaims of resource.k8s.io in ns       | true
          generic-garbage-collector        | delete resourceclaims of resource.k8s.io in ns named c         | true
          """)
  void controllers(String name, String action, boolean allowed) {
    assertThat(may(RoleAuthorizerTest.user("system:serviceaccount:kube-system:" + name), action))
        .isEqualTo(allowed);
  }

  @Test
  void nobody_but_cluster_admins_writes_slice_patches() {
    for (var object : OBJECTS) {
      var roles = new Cluster().addRoles(OBJECTS);
      if (object.text("kind").equals("ClusterRole")) {
        var name = object.text("metadata", "name");
        boolean writes =
            new AggregatedRoles(roles.all("clusterroles"))
                .rules(name).stream()
                    .anyMatch(
                        it ->
                            it.allows(
                                RoleAuthorizerTest.action(
                                    "create resourceslicepatches of resource.k8s.io")));
        assertThat(writes).as(name).isEqualTo(name.equals("cluster-admin"));
      }
    }
  }
}
