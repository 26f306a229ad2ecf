package dev.dray.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deployments and the like, wherever a command takes a cluster. */
class WorkloadsTest {
  private static final String CLUSTER =
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: gpu}
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaimTemplate
      metadata: {name: one-gpu}
      spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}}
      ---
      apiVersion: v1
      kind: Node
      metadata: {name: a}
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: a-gpus}
      spec:
        driver: gpu.example.com
        nodeName: a
        pool: {name: a, generation: 1, resourceSliceCount: 1}
        devices: [{name: gpu-0}, {name: gpu-1}]
      ---
      """;
  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        replicas: 3
        template:
          spec:
            containers: [{name: main, image: example.com/web}]
            resourceClaims:
            - {name: gpu, resourceClaimTemplateName: one-gpu}
      """;
  private static final String DAEMON_SET =
      """
      ---
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: {name: agent}
      spec: {template: {spec: {containers: [{name: main}]}}}
      """;

  private Shell shell = Shell.given("");

  private int run(String input, String... args) {
    shell = Shell.given(input);
    return shell.run(args);
  }

  @Test
  void simulate_places_the_pods_of_a_deployment() {
    assertThat(run(CLUSTER + DEPLOYMENT, "simulate", "-f", "-")).isEqualTo(1);
    assertThat(shell.out())
        .contains("default/web-1   a", "default/web-2   a")
        .contains("2 of 3 pods are placed, 1 waits.")
        .contains("default/web-3 waits: 0/1 nodes are available");
  }

  @Test
  void the_result_has_real_pods_and_can_be_worked_on() {
    run(CLUSTER + DEPLOYMENT, "simulate", "-f", "-", "-o", "yaml", "--all");
    var after = shell.out();

    assertThat(after).contains("kind: Pod", "image: example.com/web", "kind: Deployment");
    assertThat(run(after + "---\n" + DEPLOYMENT, "simulate", "-f", "-")).isEqualTo(1);
    assertThat(shell.out()).contains("0 of 1 pods are placed, 1 waits.");
  }

  @Test
  void explain_knows_such_a_pod() {
    assertThat(run(CLUSTER + DEPLOYMENT, "explain", "pod", "web-1", "-f", "-")).isZero();
    assertThat(run(CLUSTER + DEPLOYMENT, "explain", "pod", "web", "-f", "-")).isEqualTo(2);
    assertThat(shell.err()).contains("Did you mean web-1?");
  }

  @Test
  void fit_counts_pods_like_those_of_a_deployment(@TempDir Path folder) throws IOException {
    var file = Files.writeString(folder.resolve("web.yaml"), DEPLOYMENT);

    assertThat(run(CLUSTER, "fit", "-f", "-", "--pod", file.toString())).isZero();
    assertThat(shell.out()).startsWith("2 copies of pod default/web-1 fit, on 1 node\n");
    assertThat(run(CLUSTER + DEPLOYMENT, "fit", "-f", "-", "web-2")).isZero();
    assertThat(shell.out()).startsWith("2 copies of pod default/web-2 fit, on 1 node\n");
  }

  @Test
  void what_if_a_deployment_were_scaled(@TempDir Path folder) throws IOException {
    var fewer = DEPLOYMENT.replace("replicas: 3", "replicas: 2");
    var file = Files.writeString(folder.resolve("web.yaml"), fewer);

    assertThat(run(CLUSTER + DEPLOYMENT, "simulate", "-f", "-", "--with", file.toString()))
        .isZero();
    assertThat(shell.out()).contains("All 2 pods are placed.");
  }

  @Test
  void what_if_a_daemon_set_were_added(@TempDir Path folder) throws IOException {
    var file = Files.writeString(folder.resolve("agent.yaml"), DAEMON_SET);

    assertThat(run(CLUSTER, "simulate", "-f", "-", "--with", file.toString())).isZero();
    assertThat(shell.out()).contains("default/agent-a   a");
  }

  @Test
  void a_node_that_is_gone_needs_no_daemon() {
    var input = CLUSTER + "{apiVersion: v1, kind: Node, metadata: {name: b}}\n" + DAEMON_SET;

    assertThat(run(input, "simulate", "-f", "-", "--without", "node/a")).isZero();
    assertThat(shell.out()).contains("default/agent-b").doesNotContain("agent-a");
  }

  @Test
  void too_many_pods_are_refused_with_the_place() {
    var input = CLUSTER + DEPLOYMENT.replace("replicas: 3", "replicas: 1000000000");

    assertThat(run(input, "simulate", "-f", "-")).isEqualTo(1);
    assertThat(shell.err())
        .contains("<stdin>:23:1: error: Deployment/default/web lacks 1,000,000,000 pods")
        .contains("at most 100,000");
    assertThat(run(input, "validate", "-f", "-")).isZero();
  }

  @Test
  void validate_points_into_the_template() {
    var input = CLUSTER + DEPLOYMENT.replace("Name: one-gpu", "Name: one-gu");

    assertThat(run(input, "validate", "-f", "-", "--strict")).isEqualTo(1);
    assertThat(shell.out())
        .contains("<stdin>:32:21: warning: the pod waits for the ResourceClaimTemplate one-gu")
        .containsOnlyOnce("warning: the pod waits");
  }

  @Test
  void validate_tells_a_mistyped_field_with_its_place() {
    var input = DEPLOYMENT.replace("replicas: 3", "replicas: three");

    assertThat(run(input, "validate", "-f", "-")).isEqualTo(1);
    assertThat(shell.out()).contains("<stdin>:5:13: error: ", "spec.replicas");
  }

  @Test
  void a_workload_that_is_given_twice_is_refused() {
    assertThat(run(DEPLOYMENT + "---\n" + DEPLOYMENT, "simulate", "-f", "-")).isEqualTo(1);
    assertThat(shell.err()).contains("Deployment/default/web is defined twice");
  }

  @Test
  void convert_writes_a_workload_as_it_is() {
    assertThat(run(DEPLOYMENT, "convert", "--to", "v1beta1", "-f", "-")).isZero();
    assertThat(shell.out())
        .startsWith("apiVersion: apps/v1\nkind: Deployment\n")
        .contains("image: example.com/web");
  }
}
