package dev.dray.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeAuthorizerTest {
  private final Cluster cluster = new Cluster();

  @BeforeEach
  void fill() {
    cluster.addRoles(BootstrapRoles.objects());
    cluster.add(
        "pods",
        """
        metadata: {namespace: ns, name: mine}
        spec:
          nodeName: n1
          serviceAccountName: runner
          resourceClaims: [{name: a, resourceClaimName: direct}, {name: b, resourceClaimTemplateName: t}]
          volumes: [{configMap: {name: volume}}, {projected: {sources: [{configMap: {name: projected}}]}}]
          containers: [{envFrom: [{configMapRef: {name: all}}], env: [{valueFrom: {configMapKeyRef: {name: key}}}]}]
        status:
          resourceClaimStatuses: [{name: b, resourceClaimName: made}]
          extendedResourceClaimStatus: {resourceClaimName: extended}
        """);
    cluster.add(
        "pods",
        "{metadata: {namespace: ns, name: theirs}, spec: {nodeName: n2, resourceClaims:"
            + " [{resourceClaimName: far}]}}");
    cluster.add(
        "pods",
        "{metadata: {namespace: ns, name: mirror, annotations: {kubernetes.io/config.mirror: x}},"
            + " spec: {nodeName: n1, resourceClaims: [{resourceClaimName: mirrored}]}}");
    cluster.add(
        "resource.k8s.io",
        "resourceslices",
        Cluster.tree("{metadata: {name: s1}, spec: {nodeName: n1}}"));
    cluster.add(
        "resource.k8s.io",
        "resourceslices",
        Cluster.tree("{metadata: {name: s2}, spec: {nodeName: n2}}"));
    cluster.add(
        "resource.k8s.io",
        "resourceslices",
        Cluster.tree("{metadata: {name: s3}, spec: {allNodes: true}}"));
  }

  private Decision decide(String action) {
    return new RoleAuthorizer(cluster, cluster)
        .decide(
            RoleAuthorizerTest.user("system:node:n1", "system:nodes", "system:authenticated"),
            RoleAuthorizerTest.action(action));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          get resourceclaims of resource.k8s.io in ns named direct                | true
          get resourceclaims of resource.k8s.io in ns named made                  | true
          get resourceclaims of resource.k8s.io in ns named extended              | true
          get resourceclaims of resource.k8s.io in ns named far                   | false
          get resourceclaims of resource.k8s.io in ns named mirrored              | false
          get resourceclaims of resource.k8s.io in other named direct             | false
          get resourceclaims/status of resource.k8s.io in ns named direct         | false
          update resourceclaims of resource.k8s.io in ns named direct             | false
          list resourceclaims of resource.k8s.io in ns                            | false
          create resourceslices of resource.k8s.io                                | true
          get resourceslices of resource.k8s.io named s1                          | true
          update resourceslices of resource.k8s.io named s1                       | true
          patch resourceslices of resource.k8s.io named s2                        | false
          delete resourceslices of resource.k8s.io named s3                       | false
          delete resourceslices of resource.k8s.io named lost                     | false
          list resourceslices of resource.k8s.io                                  | false
          list resourceslices of resource.k8s.io where spec.nodeName=n1           | true
          watch resourceslices of resource.k8s.io where spec.driver=d,spec.nodeName==n1 | true
          deletecollection resourceslices of resource.k8s.io where spec.nodeName=n1 | true
          deletecollection resourceslices of resource.k8s.io where spec.nodeName!=n1 | false
          list resourceslices of resource.k8s.io where spec.nodeName=n2           | false
          get resourceslices/status of resource.k8s.io named s1                   | false
          list pods where spec.nodeName=n1                                        | true
          list pods                                                               | false
          get pods in ns named mine                                               | true
          watch pods in ns named mine                                             | true
          get pods in ns named theirs                                             | false
          update pods/status in ns named theirs                                   | true
          create pods in ns                                                       | true
          create pods/eviction in ns named mine                                   | true
          create pods/binding in ns named mine                                    | false
          update pods in ns named mine                                            | false
          get nodes named n1                                                      | true
          get nodes named n2                                                      | false
          list nodes                                                              | false
          create nodes                                                            | true
          patch nodes/status named n1                                             | true
          delete nodes named n1                                                   | false
          get configmaps in ns named volume                                       | true
          get configmaps in ns named projected                                    | true
          watch configmaps in ns named all                                        | true
          get configmaps in ns named key                                          | true
          get configmaps in ns named other                                        | false
          list configmaps in ns                                                   | false
          create serviceaccounts/token in ns named runner                         | true
          create serviceaccounts/token in ns named other                          | false
          get serviceaccounts in ns named runner                                  | true
          create serviceaccounts in ns named runner                               | false
          update leases of coordination.k8s.io in kube-node-lease named n1        | true
          update leases of coordination.k8s.io in kube-node-lease named n2        | false
          create leases of coordination.k8s.io in kube-node-lease                 | true
          create leases of coordination.k8s.io in kube-system                     | false
          create events in ns                                                     | true
          create tokenreviews of authentication.k8s.io                            | true
          create selfsubjectreviews of authentication.k8s.io                      | true
          get resourceslicepatches of resource.k8s.io                             | false
          get /version                                                            | true
          get /metrics                                                            | false
          """)
  void a_node_may_do_what_concerns_it(String action, boolean allowed) {
    assertThat(decide(action) instanceof Decision.Allowed).isEqualTo(allowed);
  }

  @Test
  void why_not_follows_what_cannot_be_done() {
    assertThat(decide("get resourceclaims of resource.k8s.io in ns named far").reason())
        .isEqualTo(
            "User \"system:node:n1\" cannot get resource \"resourceclaims\" in API group"
                + " \"resource.k8s.io\" in the namespace \"ns\": no relationship found between node"
                + " 'n1' and this object");
    assertThat(decide("list nodes").reason())
        .endsWith(": node 'n1' cannot read all nodes, only its own Node object");
  }

  @ParameterizedTest
  @CsvSource({"system:node:n1,devs", "n1,system:nodes", "system:node:,system:nodes"})
  void only_a_member_of_the_nodes_with_a_node_s_name_is_a_node(String name, String group) {
    var decision =
        new RoleAuthorizer(cluster, cluster)
            .decide(
                RoleAuthorizerTest.user(name, group),
                RoleAuthorizerTest.action("get pods in ns named mine"));

    assertThat(decision).isInstanceOf(Decision.Denied.class);
  }
}
