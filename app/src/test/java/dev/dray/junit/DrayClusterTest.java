package dev.dray.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.local.RefusedException;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The extension, used as those would use it for whom it is. */
@DrayCluster(manifests = "two-gpus.yaml")
@DisplayNameGeneration(ReplaceUnderscores.class)
class DrayClusterTest {
  private static DrayCluster.Handle given;

  @BeforeAll
  static void remember(DrayCluster.Handle cluster) {
    given = cluster;
  }

  private static String pod(String name) {
    return """
    apiVersion: v1
    kind: Pod
    metadata:
      name: %s
    spec:
      containers:
      - name: main
        image: busybox
      resourceClaims:
      - name: gpu
        resourceClaimTemplateName: one-gpu
    """
        .formatted(name);
  }

  @Test
  void a_pod_gets_a_device_and_runs(DrayCluster.Handle cluster) {
    cluster.apply(pod("runs"));

    var running = cluster.awaitRunning("runs");

    assertThat(running.text("spec", "nodeName")).isEqualTo("node-1");
    var claim = cluster.claims("runs").getFirst();
    assertThat(cluster.devices(claim)).containsExactly("gpu=gpu-0");
    cluster.delete("pod", "runs");
    cluster.awaitGone("resourceclaim", claim);
  }

  @Test
  void a_pod_waits_until_a_device_is_free(DrayCluster.Handle cluster) {
    cluster.apply(pod("one") + "---\n" + pod("two"));
    cluster.awaitRunning("one");
    cluster.awaitRunning("two");

    cluster.apply(pod("late"));

    assertThat(cluster.awaitUnschedulable("late")).contains("cannot allocate all claims");
    cluster.delete("pod", "one");
    cluster.awaitRunning("late");
    cluster.delete("pod", "two");
    cluster.delete("pod", "late");
  }

  @Test
  void what_does_not_come_true_is_told_with_all_that_is_known(DrayCluster.Handle cluster) {
    cluster.apply(pod("a") + "---\n" + pod("b"));
    cluster.awaitRunning("a");
    cluster.awaitRunning("b");
    cluster.apply(pod("never"));
    cluster.awaitUnschedulable("never");

    assertThatThrownBy(() -> cluster.within(Duration.ofMillis(20)).awaitRunning("never"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("pod never: phase Running was not met within 20 ms.")
        .hasMessageContaining("phase: Pending")
        .hasMessageContaining("cannot allocate all claims")
        .hasMessageContaining("has no devices");
    for (var pod : new String[] {"a", "b", "never"}) {
      cluster.delete("pod", pod);
    }
  }

  @Test
  void a_manifest_with_an_unknown_field_fails_the_test(DrayCluster.Handle cluster) {
    assertThatThrownBy(() -> cluster.apply(pod("wrong").replace("image:", "imaeg:")))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("Pod wrong is refused")
        .hasMessageContaining("imaeg");
  }

  @Test
  void a_manifest_that_is_no_yaml_fails_the_test(DrayCluster.Handle cluster) {
    assertThatThrownBy(() -> cluster.apply("kind: [Pod"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be read");
  }

  @Test
  void a_client_of_fabric8_is_made_of_the_kubeconfig(
      KubernetesClient client, DrayCluster.Handle cluster) throws IOException {
    assertThat(client.getConfiguration().kubeconfig())
        .isEqualTo(Files.readString(cluster.kubeconfig()))
        .contains(cluster.url());
  }

  @Test
  void a_kubeconfig_is_there_for_all_others(DrayCluster.Handle cluster) {
    assertThat(Files.isRegularFile(cluster.kubeconfig())).isTrue();
  }

  @Nested
  class In_a_nested_class {
    @Test
    void the_cluster_is_the_one_of_the_class_around_it(DrayCluster.Handle cluster) {
      assertThat(cluster.cluster()).isSameAs(given.cluster());
    }
  }
}
