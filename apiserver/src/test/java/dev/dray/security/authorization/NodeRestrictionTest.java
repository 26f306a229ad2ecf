package dev.dray.security.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.security.Cluster;
import dev.dray.security.User;
import dev.dray.security.authorization.NodeRestriction.Verb;
import dev.dray.security.authorization.NodeRestriction.Write;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeRestrictionTest {
  private static final User NODE = RoleAuthorizerTest.user("system:node:n1", "system:nodes");
  private static final String MIRROR =
      "{metadata: {annotations: {kubernetes.io/config.mirror: x}, ownerReferences: [{apiVersion:"
          + " v1, kind: Node, name: n1, uid: u, controller: true}]}, spec: {nodeName: n1}}";
  private final Cluster cluster =
      new Cluster()
          .add("nodes", "{metadata: {name: n1, uid: u}}")
          .add("pods", "{metadata: {namespace: ns, name: mine}, spec: {nodeName: n1}}")
          .add("pods", "{metadata: {namespace: ns, name: theirs}, spec: {nodeName: n2}}");

  private NodeRestriction restriction() {
    return new NodeRestriction(cluster, new RoleAuthorizer(cluster, cluster));
  }

  private Optional<String> refusal(Verb verb, String resource, String name, String object) {
    return refusal(NODE, verb, resource, name, object, Optional.empty());
  }

  private Optional<String> update(String resource, String name, String before, String after) {
    return refusal(NODE, Verb.UPDATE, resource, name, after, Optional.of(before));
  }

  /** A resource such as {@code resource.k8s.io/resourceslices}, or {@code /pods/status}. */
  private Optional<String> refusal(
      User user, Verb verb, String resource, String name, String object, Optional<String> before) {
    var parts = resource.split("/", -1);
    return restriction()
        .refusal(
            user,
            new Write(
                verb,
                parts[0],
                parts[1],
                parts.length > 2 ? parts[2] : "",
                "ns",
                name,
                Cluster.tree(object),
                before.map(Cluster::tree)));
  }

  @ParameterizedTest
  @CsvSource({"CREATE", "DELETE"})
  void a_slice_is_the_node_s_own(Verb verb) {
    var slices = "resource.k8s.io/resourceslices";

    assertThat(refusal(verb, slices, "s", "{spec: {nodeName: n1}}")).isEmpty();
    for (var other : new String[] {"{spec: {nodeName: n2}}", "{spec: {allNodes: true}}"}) {
      assertThat(refusal(verb, slices, "s", other))
          .contains(
              "can only %s ResourceSlice with the same NodeName as the requesting node"
                  .formatted(verb == Verb.CREATE ? "create" : "delete"));
      assertThat(
              refusal(RoleAuthorizerTest.user("jane"), verb, slices, "s", other, Optional.empty()))
          .isEmpty();
    }
  }

  @Test
  void a_node_makes_only_mirrors_of_its_own_pods() {
    assertThat(refusal(Verb.CREATE, "/pods", "p", MIRROR)).isEmpty();
    assertThat(refusal(Verb.CREATE, "/pods", "p", "{spec: {nodeName: n1}}").orElseThrow())
        .contains("can only create mirror pods");
    assertThat(refusal(Verb.CREATE, "/pods", "p", MIRROR.replace("nodeName: n1", "nodeName: n2")))
        .contains("node \"n1\" can only create pods with spec.nodeName set to itself");
    assertThat(refusal(Verb.DELETE, "/pods", "p", "{spec: {nodeName: n2}}"))
        .contains("node \"n1\" can only delete pods with spec.nodeName set to itself");
    assertThat(update("/pods", "p", MIRROR, MIRROR)).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          serviceAccountName: a                                 | serviceaccounts
          resourceClaims: [{name: c, resourceClaimName: c}]     | resourceclaims
          resourceClaims: [{name: c, resourceClaimTemplateName: c}] | resourceclaims
          imagePullSecrets: [{name: s}]                         | secrets
          containers: [{env: [{valueFrom: {secretKeyRef: {name: s}}}]}] | secrets
          initContainers: [{envFrom: [{secretRef: {name: s}}]}] | secrets
          containers: [{envFrom: [{configMapRef: {name: s}}]}]  | configmaps
          volumes: [{secret: {secretName: s}}]                  | secrets
          volumes: [{secret: {}}]                               | secrets (via secret volumes)
          volumes: [{configMap: {name: s}}]                     | configmaps
          volumes: [{configMap: {}}]                            | configmaps (via configmap volumes)
          volumes: [{csi: {driver: d}}]                         | csidrivers (via CSI volumes)
          volumes: [{rbd: {secretRef: {name: s}}}]              | secrets
          volumes: [{glusterfs: {endpoints: e}}]                | endpoints (via glusterFS volumes)
          volumes: [{persistentVolumeClaim: {claimName: s}}]    | persistentvolumeclaims
          volumes: [{ephemeral: {}}]                            | persistentvolumeclaims (via ephemeral volumes)
          volumes: [{projected: {sources: [{secret: {}}]}}]     | secrets (via projected volumes)
          volumes: [{projected: {sources: [{configMap: {}}]}}]  | configmaps (via projected volumes)
          volumes: [{projected: {sources: [{serviceAccountToken: {path: x}}]}}] | serviceaccounts (via projected volumes)
          volumes: [{projected: {sources: [{clusterTrustBundle: {name: x}}]}}] | clustertrustbundles
          volumes: [{projected: {sources: [{podCertificate: {keyType: x}}]}}] | podcertificates
          volumes: [{name: new, newer: {}}]                     | the source of the volume "new"
          volumes: [{hostPath: {path: /}}, {emptyDir: {}}, {rbd: {image: i}}] |
          volumes: [{projected: {sources: [{downwardAPI: {}}]}}] |
          """)
  void a_mirror_gives_the_node_nothing(String use, @Nullable String what) {
    assertThat(
            refusal(
                Verb.CREATE,
                "/pods",
                "p",
                MIRROR.replace("nodeName: n1}", "nodeName: n1, " + use + "}")))
        .isEqualTo(
            Optional.ofNullable(what)
                .map("node \"n1\" can not create pods that reference "::concat));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          uid: u                   | uid: v                                  | UID mismatch: expected v got u
          controller: true         | controller: false                       | a controller owner reference
          controller: true         | controller: true, blockOwnerDeletion: true | must not set blockOwnerDeletion
          name: n1                 | name: n2                                | an owner reference
          kind: Node               | kind: Pod                               | an owner reference
          controller: true}        | controller: true}, {kind: Pod}          | a single owner reference
          """)
  void a_mirror_belongs_to_its_node_alone(String was, String becomes, String why) {
    assertThat(refusal(Verb.CREATE, "/pods", "p", MIRROR.replace(was, becomes)).orElseThrow())
        .contains(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          serviceAccountName: a                                  | service accounts
          imagePullSecrets: [{name: s}]                          | secrets
          volumes: [{projected: {sources: [{serviceAccountToken: {}}]}}] | ServiceAccountToken
          volumes: [{configMap: {name: c}}]                      |
          """)
  void nobody_makes_a_mirror_that_uses_accounts_or_secrets(String use, @Nullable String why) {
    var pod = MIRROR.replace("nodeName: n1}", "nodeName: n1, " + use + "}");

    assertThat(MirrorPods.refusal(Cluster.tree(pod)).isPresent()).isEqualTo(why != null);
    assertThat(MirrorPods.refusal(Cluster.tree(pod)).orElse("")).contains(why == null ? "" : why);
    assertThat(MirrorPods.refusal(Cluster.tree("{spec: {" + use + "}}"))).isEmpty();
  }

  @Test
  void a_node_reports_on_its_pods_and_leaves_their_claims_alone() {
    var pod = "{metadata: {labels: {a: b}}, spec: {nodeName: n1}, status: {phase: Pending}}";

    assertThat(update("/pods/status", "p", pod, pod.replace("Pending", "Running"))).isEmpty();
    assertThat(update("/pods/status", "p", pod, pod.replace("a: b", "a: c"))).isPresent();
    assertThat(
            update(
                "/pods/status",
                "p",
                pod,
                pod.replace(
                    "phase: Pending",
                    "resourceClaimStatuses: [{name: x, resourceClaimName: stolen}]")))
        .contains("node \"n1\" cannot update resource claim statues");
    assertThat(
            update(
                "/pods/status",
                "p",
                pod,
                pod.replace("phase: Pending", "resourceClaimStatuses: []")))
        .isEmpty();
    assertThat(update("/pods/status", "p", pod.replace("n1", "n2"), pod)).isPresent();
    assertThat(refusal(Verb.CREATE, "/pods/eviction", "theirs", "{}")).isPresent();
    assertThat(refusal(Verb.CREATE, "/pods/eviction", "mine", "{}")).isEmpty();
  }

  @Test
  void a_node_keeps_its_own_object_and_not_what_others_say_of_it() {
    var plain = "{metadata: {name: n1}}";

    assertThat(
            refusal(
                Verb.CREATE,
                "/nodes",
                "n1",
                "{metadata: {labels: {kubernetes.io/hostname: x, node.kubernetes.io/a: b,"
                    + " example.com/c: d}}}"))
        .isEmpty();
    assertThat(
            refusal(
                Verb.CREATE,
                "/nodes",
                "n1",
                "{metadata: {labels: {node-restriction.kubernetes.io/a: b, kubernetes.io/other:"
                    + " c}}}"))
        .contains(
            "node \"n1\" is not allowed to set the following labels: kubernetes.io/other,"
                + " node-restriction.kubernetes.io/a");
    assertThat(refusal(Verb.CREATE, "/nodes", "n2", plain))
        .contains("node \"n1\" is not allowed to modify node \"n2\"");
    assertThat(update("/nodes", "n1", plain, "{spec: {taints: [{key: a}]}}"))
        .contains("node \"n1\" is not allowed to modify taints");
    assertThat(update("/nodes/status", "n1", plain, "{status: {phase: x}}")).isEmpty();
    assertThat(update("/nodes", "n1", plain, "{spec: {configSource: {configMap: {name: c}}}}"))
        .contains(
            "node \"n1\" is not allowed to update configSource to a new non-nil configSource");
    assertThat(refusal(Verb.CREATE, "/nodes", "n1", "{spec: {configSource: {}}}")).isEmpty();
    assertThat(refusal(Verb.CREATE, "/nodes", "n1", "{spec: {configSource: {configMap: {}}}}"))
        .isPresent();
  }

  @Test
  void a_node_has_one_lease() {
    assertThat(refusal(Verb.CREATE, "coordination.k8s.io/leases", "n1", "{}")).isPresent();
  }

  @Test
  void a_node_gets_tokens_for_its_pods_alone() {
    var restriction = restriction();

    assertThat(
            restriction.tokenRefusal(
                NODE,
                "ns",
                "a",
                Cluster.tree(
                    "{spec: {boundObjectRef: {apiVersion: v1, kind: Pod, name: mine, uid: x}}}")))
        .isEmpty();
    assertThat(
            restriction.tokenRefusal(
                NODE,
                "ns",
                "a",
                Cluster.tree(
                    "{spec: {boundObjectRef: {apiVersion: v1, kind: Pod, name: theirs, uid: x}}}")))
        .contains("node requested token bound to a pod scheduled on a different node");
    assertThat(restriction.tokenRefusal(NODE, "ns", "a", Cluster.tree("{}"))).isPresent();
    assertThat(
            restriction.tokenRefusal(RoleAuthorizerTest.user("x"), "ns", "a", Cluster.tree("{}")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          []             |
          [vault]        |
          [granted]      |
          [bank]         | system:node:n1 is not authorized to request tokens for audience "bank"
          [vault, vault] | node may only request 0 or 1 audiences
          """)
  void a_node_gets_tokens_for_the_audiences_that_its_pods_mount_or_it_is_granted(
      String audiences, @Nullable String refusal) {
    cluster
        .add(
            "pods",
            "{metadata: {namespace: ns, name: p, uid: x}, spec: {nodeName: n1, volumes:"
                + " [{projected: {sources: [{serviceAccountToken: {audience: vault}}]}}]}}")
        .addRole(
            "{kind: ClusterRole, metadata: {name: r}, rules: [{verbs:"
                + " [request-serviceaccounts-token-audience], apiGroups: [''], resources:"
                + " [granted]}]}")
        .addRole(
            "{kind: ClusterRoleBinding, metadata: {name: b}, roleRef: {kind: ClusterRole, name:"
                + " r}, subjects: [{kind: Group, name: system:nodes}]}");

    assertThat(
            restriction()
                .tokenRefusal(
                    NODE,
                    "ns",
                    "a",
                    Cluster.tree(
                        "{spec: {audiences: %s, boundObjectRef: {apiVersion: v1, kind: Pod, name: p, uid: x}}}"
                            .formatted(audiences))))
        .isEqualTo(Optional.ofNullable(refusal));
  }
}
