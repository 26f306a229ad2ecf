package dev.dray.security.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.security.Cluster;
import java.util.List;
import java.util.stream.Collectors;
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
          imagePullSecrets: [{name: pull}]
          volumes:
          - {configMap: {name: volume}}
          - {secret: {secretName: volume}}
          - {projected: {sources: [{configMap: {name: projected}}, {secret: {name: projected}}]}}
          - {csi: {driver: d, nodePublishSecretRef: {name: csi}}}
          - {azureFile: {secretName: azure, shareName: s}}
          - {cephfs: {secretRef: {name: cephfs}}}
          - {cinder: {secretRef: {name: cinder}}}
          - {flexVolume: {driver: d, secretRef: {name: flex}}}
          - {rbd: {secretRef: {name: rbd}}}
          - {scaleIO: {secretRef: {name: scaleio}}}
          - {iscsi: {secretRef: {name: iscsi}}}
          - {storageos: {secretRef: {name: storageos}}}
          containers:
          - envFrom: [{configMapRef: {name: all}}, {secretRef: {name: all}}]
            env: [{valueFrom: {configMapKeyRef: {name: key}}}, {valueFrom: {secretKeyRef: {name: key}}}]
          initContainers: [{envFrom: [{configMapRef: {name: init}}, {secretRef: {name: init}}]}]
          ephemeralContainers: [{envFrom: [{configMapRef: {name: late}}, {secretRef: {name: late}}]}]
        status:
          resourceClaimStatuses: [{name: b, resourceClaimName: made}, {name: c, resourceClaimName: stray}]
          extendedResourceClaimStatus: {resourceClaimName: extended}
        """);
    cluster.add(
        "pods",
        "{metadata: {namespace: ns, name: theirs}, spec: {nodeName: n2, resourceClaims:"
            + " [{resourceClaimName: far}], volumes: [{secret: {secretName: far}}, {configMap:"
            + " {name: far}}], serviceAccountName: far}}");
    cluster.add(
        "pods",
        "{metadata: {namespace: ns, name: mirror, annotations: {kubernetes.io/config.mirror: x}},"
            + " spec: {nodeName: n1, resourceClaims: [{resourceClaimName: mirrored}], volumes:"
            + " [{secret: {secretName: mirrored}}, {configMap: {name: mirrored}}],"
            + " serviceAccountName: mirrored}}");
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

  private static final List<String> VERBS =
      List.of("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection");

  /** What a node may do with what is its own, with what others have, and with all there is. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          secrets in ns named volume              | get list watch
          secrets in ns named projected           | get list watch
          secrets in ns named all                 | get list watch
          secrets in ns named key                 | get list watch
          secrets in ns named pull                | get list watch
          secrets in ns named init                | get list watch
          secrets in ns named late                | get list watch
          secrets in ns named csi                 | get list watch
          secrets in ns named azure               | get list watch
          secrets in ns named cephfs              | get list watch
          secrets in ns named cinder              | get list watch
          secrets in ns named flex                | get list watch
          secrets in ns named rbd                 | get list watch
          secrets in ns named scaleio             | get list watch
          secrets in ns named iscsi               | get list watch
          secrets in ns named storageos           | get list watch
          secrets in ns named far                 | ''
          secrets in ns named mirrored            | ''
          secrets in ns named unused              | ''
          secrets in other named volume           | ''
          secrets named volume                    | ''
          secrets/status in ns named volume       | ''
          secrets in ns                           | ''
          secrets                                 | ''
          configmaps in ns named volume           | get list watch
          configmaps in ns named projected        | get list watch
          configmaps in ns named all              | get list watch
          configmaps in ns named key              | get list watch
          configmaps in ns named init             | get list watch
          configmaps in ns named late             | get list watch
          configmaps in ns named pull             | ''
          configmaps in ns named far              | ''
          configmaps in ns named mirrored         | ''
          configmaps in other named volume        | ''
          configmaps in ns                        | ''
          configmaps                              | ''
          serviceaccounts in ns named runner      | get
          serviceaccounts in ns named far         | ''
          serviceaccounts in ns named mirrored    | ''
          serviceaccounts in ns                   | ''
          serviceaccounts                         | ''
          serviceaccounts/token in ns named runner | create
          serviceaccounts/token in ns named far   | ''
          serviceaccounts/token in other named runner | ''
          resourceclaims of resource.k8s.io in ns named direct | get
          resourceclaims of resource.k8s.io in ns named made | get
          resourceclaims of resource.k8s.io in ns named extended | get
          resourceclaims of resource.k8s.io in ns named stray | ''
          resourceclaims of resource.k8s.io in ns named far | ''
          resourceclaims of resource.k8s.io in ns named mirrored | ''
          resourceclaims of resource.k8s.io in other named direct | ''
          resourceclaims of resource.k8s.io in ns | ''
          resourceclaims of resource.k8s.io       | ''
          resourceclaims/status of resource.k8s.io in ns named direct | ''
          resourceclaims/binding of resource.k8s.io in ns named direct | ''
          resourceclaims/driver of resource.k8s.io in ns named direct | ''
          resourceclaimtemplates of resource.k8s.io in ns named t | ''
          resourceslices of resource.k8s.io named s1 | get create update patch delete
          resourceslices of resource.k8s.io named s2 | create
          resourceslices of resource.k8s.io named s3 | create
          resourceslices of resource.k8s.io named lost | create
          resourceslices of resource.k8s.io       | create
          resourceslices of resource.k8s.io where spec.nodeName=n1 | list watch create deletecollection
          resourceslices of resource.k8s.io where spec.driver=d,spec.nodeName==n1 | list watch create deletecollection
          resourceslices of resource.k8s.io where spec.nodeName=n2 | create
          resourceslices of resource.k8s.io where spec.nodeName!=n1 | create
          resourceslices of resource.k8s.io where spec.driver!=x\\,spec.nodeName=n1 | create
          resourceslices/status of resource.k8s.io named s1 | ''
          resourceslicepatches of resource.k8s.io named p | ''
          deviceclasses of resource.k8s.io named c | ''
          devicetaintrules of resource.k8s.io named r | ''
          pods in ns named mine                   | get list watch create delete
          pods in ns named mirror                 | get list watch create delete
          pods in ns named theirs                 | create delete
          pods in ns                              | create delete
          pods                                    | create delete
          pods where spec.nodeName=n1             | list watch create delete
          pods where spec.nodeName=n2             | create delete
          pods where metadata.name!=x\\,spec.nodeName=n1 | create delete
          pods/status in ns named theirs          | update patch
          pods/eviction in ns named theirs        | create
          pods/binding in ns named mine           | ''
          pods/log in ns named mine               | ''
          pods/exec in ns named mine              | ''
          pods/ephemeralcontainers in ns named mine | ''
          nodes named n1                          | get list watch create update patch
          nodes named n2                          | create update patch
          nodes                                   | create update patch
          nodes/status named n1                   | update patch
          nodes/proxy named n1                    | ''
          leases of coordination.k8s.io in kube-node-lease named n1 | get create update patch delete
          leases of coordination.k8s.io in kube-node-lease named n2 | create
          leases of coordination.k8s.io in kube-node-lease | create
          leases of coordination.k8s.io in kube-system named n1 | ''
          leases of coordination.k8s.io           | ''
          events in ns                            | create update patch
          events of events.k8s.io in ns           | create update patch
          tokenreviews of authentication.k8s.io   | create
          selfsubjectreviews of authentication.k8s.io | create
          subjectaccessreviews of authorization.k8s.io | create
          localsubjectaccessreviews of authorization.k8s.io in ns | create
          selfsubjectaccessreviews of authorization.k8s.io | create
          selfsubjectrulesreviews of authorization.k8s.io | create
          services in ns named s                  | get list watch
          services in ns                          | get list watch
          services                                | get list watch
          services/status in ns named s           | ''
          namespaces named ns                     | ''
          resourcequotas in ns                    | ''
          bindings in ns                          | ''
          priorityclasses of scheduling.k8s.io named c | ''
          roles of rbac.authorization.k8s.io in ns named r | ''
          clusterroles of rbac.authorization.k8s.io named system:node | ''
          clusterrolebindings of rbac.authorization.k8s.io named system:node | ''
          /version                                | get
          /metrics                                | ''
          """)
  void a_node_may_do_what_concerns_it(String target, String verbs) {
    var allowed =
        VERBS.stream()
            .filter(it -> decide(it + " " + target) instanceof Decision.Allowed)
            .collect(Collectors.joining(" "));

    assertThat(allowed).isEqualTo(verbs);
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
