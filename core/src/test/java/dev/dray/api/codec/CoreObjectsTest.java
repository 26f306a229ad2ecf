package dev.dray.api.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.core.Namespace;
import dev.dray.api.core.Node;
import dev.dray.api.core.NodeTaint;
import dev.dray.api.core.Pod;
import dev.dray.api.core.PodAffinityTerm;
import dev.dray.api.core.PodResourceClaim;
import dev.dray.api.core.PodResourceClaimStatus;
import dev.dray.api.core.PodStatus;
import dev.dray.api.core.PreferredPods;
import dev.dray.api.meta.LabelSelector;
import dev.dray.api.meta.Quantity;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CoreObjectsTest {
  private static final String POD =
      """
      metadata: {name: train, namespace: ml, labels: {app: x}}
      apiVersion: v1
      kind: Pod
      spec:
        priority: 7
        affinity:
          nodeAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
              nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [a]}]}]
            preferredDuringSchedulingIgnoredDuringExecution:
            - {weight: 3, preference: {matchExpressions: [{key: fast, operator: Exists}]}}
          podAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
            - {topologyKey: zone, labelSelector: {matchLabels: {app: x}}, matchLabelKeys: [hash]}
          podAntiAffinity:
            preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 5
              podAffinityTerm:
                topologyKey: host
                namespaces: [a, b]
                namespaceSelector: {}
                mismatchLabelKeys: [team]
        tolerations: [{key: gpu, operator: Exists}]
        resourceClaims:
        - {name: gpu, resourceClaimTemplateName: one-gpu}
        - {name: nic, resourceClaimName: shared}
        containers:
        - name: main
          image: example.com/train
          resources:
            requests: {cpu: "2"}
            limits: {cpu: "4", memory: 1Gi}
            claims: [{name: gpu, request: gpu-0}]
        terminationGracePeriodSeconds: 15
        topologySpreadConstraints: [{maxSkew: 1}]
      """;

  private static Document read(String yaml) {
    var documents =
        new Manifests(FieldValidation.STRICT).read(yaml.getBytes(StandardCharsets.UTF_8));
    assertThat(documents).hasSize(1);
    return documents.getFirst();
  }

  private static Pod pod() {
    return (Pod) ((Document.Core) read(POD)).object();
  }

  @Test
  void a_pod_says_what_placing_it_depends_on() {
    var spec = pod().spec();

    assertThat(pod().metadata().namespace()).isEqualTo("ml");
    assertThat(spec.priority()).isEqualTo(7);
    assertThat(spec.requiredNodes().orElseThrow().matches(Map.of("zone", "a"), "n")).isTrue();
    assertThat(spec.preferredNodes().getFirst().weight()).isEqualTo(3);
    assertThat(spec.tolerations().getFirst().tolerates(new NodeTaint("gpu", "", "NoSchedule")))
        .isTrue();
    assertThat(spec.resourceClaims())
        .containsExactly(
            new PodResourceClaim("gpu", "", "one-gpu"), new PodResourceClaim("nic", "shared", ""));
  }

  @Test
  void a_limit_without_a_request_is_the_request() {
    assertThat(pod().spec().containers().getFirst().requests())
        .isEqualTo(Map.of("cpu", Quantity.parse("2"), "memory", Quantity.parse("1Gi")));
  }

  @Test
  void what_dray_does_not_consider_is_named() {
    assertThat(pod().spec().unconsidered()).containsExactly("topologySpreadConstraints");
  }

  private static List<String> unconsidered(String spec) {
    var pod = "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: %s}".formatted(spec);
    return ((Pod) ((Document.Core) read(pod)).object()).spec().unconsidered();
  }

  @Test
  void ports_of_nodes_are_not_considered() {
    var port = "containerPort: 80";
    assertThat(unconsidered("{containers: [{name: c, ports: [{%s}]}]}".formatted(port))).isEmpty();
    assertThat(
            unconsidered("{containers: [{name: c, ports: [{%s, hostPort: 80}]}]}".formatted(port)))
        .containsExactly("containers.ports.hostPort");
    assertThat(
            unconsidered(
                "{hostNetwork: true, containers: [{name: c, ports: [{%s}]}]}".formatted(port)))
        .containsExactly("containers.ports.hostPort");
    assertThat(
            unconsidered(
                "{initContainers: [{name: c, restartPolicy: Always, ports: [{hostPort: 1}]}]}"))
        .containsExactly("containers.ports.hostPort");
    assertThat(unconsidered("{initContainers: [{name: c, ports: [{hostPort: 1}]}]}")).isEmpty();
  }

  @Test
  void volumes_that_bind_pods_to_nodes_are_not_considered() {
    assertThat(
            unconsidered(
                "{volumes: [{name: a, persistentVolumeClaim: {claimName: x}}, {name: b,"
                    + " persistentVolumeClaim: {claimName: y}}, {name: c, emptyDir: {}}, {name: d,"
                    + " ephemeral: {volumeClaimTemplate: {spec: {}}}}]}"))
        .containsExactly("volumes.persistentVolumeClaim", "volumes.ephemeral");
  }

  @Test
  void what_is_empty_is_as_if_it_were_not_there() {
    assertThat(
            unconsidered("{topologySpreadConstraints: [], resources: {}, schedulingGroup: null}"))
        .isEmpty();
  }

  @Test
  void a_pod_says_which_pods_it_wants_around() {
    var near = pod().spec().podAffinity();
    var apart = pod().spec().podAntiAffinity();

    assertThat(near.preferred()).isEmpty();
    assertThat(near.required())
        .containsExactly(
            new PodAffinityTerm(
                Optional.of(new LabelSelector(Map.of("app", "x"), List.of())),
                "zone",
                List.of(),
                Optional.empty(),
                List.of("hash"),
                List.of()));
    assertThat(apart.required()).isEmpty();
    assertThat(apart.preferred())
        .containsExactly(
            new PreferredPods(
                5,
                new PodAffinityTerm(
                    Optional.empty(),
                    "host",
                    List.of("a", "b"),
                    Optional.of(new LabelSelector(Map.of(), List.of())),
                    List.of(),
                    List.of("team"))));
  }

  @Test
  void a_namespace_has_labels() {
    var read =
        (Document.Core)
            read("{apiVersion: v1, kind: Namespace, metadata: {name: ml, labels: {team: a}}}");

    assertThat(read.object()).isInstanceOf(Namespace.class);
    assertThat(read.object().metadata().labels()).isEqualTo(Map.of("team", "a"));
    assertThat(new ManifestWriter(ApiVersion.V1).json(read.object()))
        .isEqualTo(
            "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\","
                + "\"metadata\":{\"name\":\"ml\",\"labels\":{\"team\":\"a\"}}}");
  }

  @Test
  void a_pod_is_written_whole_with_its_node_and_its_claims_laid_over() {
    var placed =
        pod()
            .withSpec(pod().spec().withNodeName("node-1"))
            .withStatus(
                new PodStatus("", List.of(new PodResourceClaimStatus("gpu", "train-gpu-abcde"))));

    assertThat(new ManifestWriter(ApiVersion.V1).json(placed))
        .startsWith("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"train\"")
        .contains("\"image\":\"example.com/train\"")
        .contains("\"terminationGracePeriodSeconds\":15")
        .contains("\"nodeName\":\"node-1\"")
        .contains("[{\"name\":\"gpu\",\"resourceClaimName\":\"train-gpu-abcde\"}]");
  }

  @Test
  void a_pod_that_was_written_reads_the_same() {
    var again = read(new ManifestWriter(ApiVersion.V1).yaml(pod()));

    assertThat(((Pod) ((Document.Core) again).object()).spec()).isEqualTo(pod().spec());
  }

  @Test
  void a_node_has_taints_resources_and_labels() {
    var read =
        read(
            """
            apiVersion: v1
            kind: Node
            metadata: {name: node-1, labels: {zone: a}}
            spec: {unschedulable: true, taints: [{key: gpu, effect: NoSchedule}]}
            status: {allocatable: {cpu: "8", pods: 110}, declaredFeatures: [Fast]}
            """);
    var node = (Node) ((Document.Core) read).object();

    assertThat(node.unschedulable()).isTrue();
    assertThat(node.taints()).containsExactly(new NodeTaint("gpu", "", "NoSchedule"));
    assertThat(node.allocatable()).containsEntry("pods", Quantity.parse("110"));
    assertThat(node.declaredFeatures()).containsExactly("Fast");
  }

  @Test
  void a_mistyped_field_of_a_pod_is_told_with_its_place() {
    var read = (Document.Core) read(POD.replace("priority: 7", "priority: high"));

    assertThat(read.hasErrors()).isTrue();
    assertThat(read.problems().getFirst().path().toString()).isEqualTo("spec.priority");
    assertThat(read.problems().getFirst().at().line()).isEqualTo(5);
  }
}
