package dev.dray.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.core.Namespace;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.core.Workload;
import dev.dray.cluster.Cluster;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpansionTest {
  private static final String TEMPLATE =
      "template: {metadata: {labels: {app: x}}, spec: {containers: [{name: main, image: i}]}}";

  private final List<Workload> workloads = new ArrayList<>();
  private Cluster cluster = Cluster.EMPTY;

  private ExpansionTest given(String... manifests) {
    for (var manifest : manifests) {
      for (var document :
          new Manifests(FieldValidation.STRICT).read(manifest.getBytes(StandardCharsets.UTF_8))) {
        add((Document.Core) document);
      }
    }
    return this;
  }

  private void add(Document.Core document) {
    assertThat(document.problems()).isEmpty();
    switch (document.object()) {
      case Pod it -> {
        var pods = new ArrayList<>(cluster.pods());
        pods.add(it);
        cluster = cluster.withPods(pods);
      }
      case Node it -> {
        var nodes = new ArrayList<>(cluster.nodes());
        nodes.add(it);
        cluster = cluster.withNodes(nodes);
      }
      case Namespace it -> throw new AssertionError(it);
      case Workload it -> workloads.add(it);
    }
  }

  private List<Pod> pods() {
    return Expansion.of(cluster, workloads).stream().flatMap(it -> it.pods().stream()).toList();
  }

  private List<String> names() {
    return pods().stream().map(pod -> pod.metadata().name()).toList();
  }

  private static String workload(String version, String kind, String metadata, String spec) {
    return "{apiVersion: %s, kind: %s, metadata: {%s}, spec: {%s, %s}}\n---\n"
        .formatted(version, kind, metadata, spec, TEMPLATE);
  }

  private static String deployment(int replicas) {
    return workload("apps/v1", "Deployment", "name: web", "replicas: " + replicas);
  }

  private static String owner(String kind, String name) {
    return "ownerReferences: [{apiVersion: v, kind: %s, name: %s, uid: u, controller: true}]"
        .formatted(kind, name);
  }

  private static String pod(String metadata, String more) {
    return "{apiVersion: v1, kind: Pod, metadata: {%s}%s}\n---\n".formatted(metadata, more);
  }

  private static String node(String name, String more) {
    return "{apiVersion: v1, kind: Node, metadata: {name: %s%s}\n---\n".formatted(name, more);
  }

  @Test
  void a_deployment_becomes_numbered_pods_that_it_owns() {
    given(deployment(2));

    assertThat(names()).containsExactly("web-1", "web-2");
    var pod = pods().getFirst();
    assertThat(pod.metadata().labels()).containsEntry("app", "x");
    assertThat(pod.metadata().uid()).isNotEmpty();
    assertThat(pod.metadata().ownerReferences().getFirst().kind()).isEqualTo("Deployment");
    assertThat(new ManifestWriter(ApiVersion.V1).json(pod))
        .startsWith("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"web-1\"")
        .contains("\"image\":\"i\"");
  }

  @Test
  void a_stateful_set_counts_from_its_first_ordinal() {
    given(
        workload("apps/v1", "StatefulSet", "name: db", "replicas: 2"),
        workload("apps/v1", "StatefulSet", "name: late", "replicas: 2, ordinals: {start: 5}"));

    assertThat(names()).containsExactly("db-0", "db-1", "late-5", "late-6");
  }

  @Test
  void pods_that_are_there_count() {
    given(deployment(3), pod("name: web-1, " + owner("Deployment", "web"), ""));

    assertThat(names()).containsExactly("web-2", "web-3");
  }

  @Test
  void pods_count_through_their_replica_set_which_is_not_expanded_itself() {
    given(
        deployment(3),
        workload(
            "apps/v1", "ReplicaSet", "name: web-7, " + owner("Deployment", "web"), "replicas: 3"),
        pod("name: web-7-a, " + owner("ReplicaSet", "web-7"), ""));

    assertThat(names()).containsExactly("web-1", "web-2");
  }

  @Test
  void a_replica_set_that_nobody_gave_is_known_by_its_name() {
    given(
        deployment(3),
        pod("name: web-7-a, labels: {pod-template-hash: '7'}, " + owner("ReplicaSet", "web-7"), ""),
        pod("name: o-7-a, labels: {pod-template-hash: '7'}, " + owner("ReplicaSet", "o-7"), ""));

    assertThat(names()).hasSize(2);
  }

  @Test
  void a_replica_set_of_its_own_is_expanded() {
    given(workload("apps/v1", "ReplicaSet", "name: rs", "replicas: 2"));

    assertThat(names()).containsExactly("rs-1", "rs-2");
  }

  @Test
  void pods_that_have_ended_or_are_going_do_not_count() {
    given(
        deployment(2),
        pod("name: a, " + owner("Deployment", "web"), ", status: {phase: Failed}"),
        pod(
            "name: b, deletionTimestamp: '2026-01-01T00:00:00Z', " + owner("Deployment", "web"),
            ""));

    assertThat(names()).containsExactly("web-1", "web-2");
  }

  @Test
  void workloads_of_one_name_do_not_get_in_each_others_way() {
    given(deployment(2), workload("apps/v1", "StatefulSet", "name: web", "replicas: 2"));

    assertThat(names()).containsExactly("web-0", "web-1", "web-2", "web-3");
  }

  @Test
  void workloads_of_another_namespace_are_others() {
    given(deployment(1), pod("name: web-1, namespace: other, " + owner("Deployment", "web"), ""));

    assertThat(names()).containsExactly("web-1");
  }

  @Test
  void a_cron_job_waits_for_the_job_that_runs() {
    var cron =
        "{apiVersion: batch/v1, kind: CronJob, metadata: {name: c}, spec: {jobTemplate: {spec: {%s}}}}\n---\n"
            .formatted(TEMPLATE);
    var job = workload("batch/v1", "Job", "name: c-29, " + owner("CronJob", "c"), "parallelism: 1");

    assertThat(given(cron).names()).containsExactly("c-1");
    assertThat(given(job).names()).containsExactly("c-29-1");
  }

  @Test
  void a_daemon_set_has_a_pod_on_each_node_that_it_may_run_on() {
    given(
        node("a", ", labels: {gpu: 'yes'}}"),
        node("b", ", labels: {gpu: 'yes'}}, spec: {unschedulable: true}"),
        node("c", ", labels: {gpu: 'yes'}}, spec: {taints: [{key: x, effect: NoSchedule}]}"),
        node("d", "}"),
        "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent}, spec: {template: {spec:"
            + " {nodeSelector: {gpu: 'yes'}, containers: [{name: main}]}}}}");

    assertThat(names()).containsExactly("agent-a", "agent-b");
    var required = pods().getFirst().spec().requiredNodes().orElseThrow();
    assertThat(required.matches(cluster.nodes().getFirst().metadata().labels(), "a")).isTrue();
    assertThat(required.matches(cluster.nodes().getFirst().metadata().labels(), "b")).isFalse();
    assertThat(new ManifestWriter(ApiVersion.V1).json(pods().getFirst()))
        .contains("\"matchFields\":[{\"key\":\"metadata.name\"", "node.kubernetes.io/not-ready");
  }

  @Test
  void a_node_with_a_pod_of_the_daemon_set_gets_no_second_one() {
    given(
        node("a", "}"),
        node("b", "}"),
        "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent}, spec: {%s}}\n---\n"
            .formatted(TEMPLATE),
        pod("name: agent-x, " + owner("DaemonSet", "agent"), ", spec: {nodeName: a}"));

    assertThat(names()).containsExactly("agent-b");
    pods().forEach(pod -> given(new ManifestWriter(ApiVersion.V1).json(pod)));
    assertThat(names()).isEmpty();
  }

  @Test
  void more_pods_than_anybody_has_are_not_made() {
    given(
        deployment(1_000_000_000),
        workload("apps/v1", "StatefulSet", "name: db", "replicas: 2147483647"));

    assertThat(Expansion.of(cluster, workloads))
        .allMatch(Expansion.Made::tooMany)
        .extracting(Expansion.Made::missing)
        .containsExactly(2_147_483_647L, 1_000_000_000L);
  }

  @Test
  void the_limit_is_for_all_together() {
    given(
        deployment(Expansion.MOST_PODS),
        workload("apps/v1", "ReplicaSet", "name: rs", "replicas: 1"));

    assertThat(Expansion.of(cluster, workloads))
        .extracting(Expansion.Made::tooMany)
        .containsExactly(false, true);
  }

  @Test
  void a_workload_that_is_replaced_takes_its_waiting_pods_along() {
    given(
        deployment(1),
        pod("name: waits, " + owner("Deployment", "web"), ""),
        pod("name: runs, " + owner("Deployment", "web"), ", spec: {nodeName: a}"),
        pod("name: other", ""));

    assertThat(Expansion.withoutWaiting(cluster, workloads).pods())
        .extracting(pod -> pod.metadata().name())
        .containsExactly("runs", "other");
  }
}
