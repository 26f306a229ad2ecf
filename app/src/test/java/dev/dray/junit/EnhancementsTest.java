package dev.dray.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The heart of each enhancement, on the manifests of the scenarios that are run by kubectl. */
@DrayCluster
@DisplayNameGeneration(ReplaceUnderscores.class)
class EnhancementsTest {
  private static final Path SCENARIOS = Path.of("..", "verify", "e2e", "up");

  private static void given(DrayCluster.Handle cluster, String scenario, String... files) {
    for (var file : files) {
      cluster.apply(SCENARIOS.resolve(scenario).resolve(file));
    }
  }

  /** A pod that uses the claim of the same name. */
  private static void pod(DrayCluster.Handle cluster, String name) {
    cluster.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec:
          containers: [{name: main, image: busybox}]
          resourceClaims: [{name: claim, resourceClaimName: %s}]
        """
            .formatted(name, name));
  }

  private static void runs(DrayCluster.Handle cluster, String pod, String... devices) {
    cluster.awaitRunning(pod);
    assertThat(cluster.devices(pod)).containsExactly(devices);
  }

  private static void waits(DrayCluster.Handle cluster, String pod) {
    assertThat(cluster.awaitUnschedulable(pod)).contains("cannot allocate all claims");
  }

  @Test
  void the_first_alternative_that_can_be_had(DrayCluster.Handle cluster) {
    given(
        cluster,
        "110-the-first-alternative-that-can-be-had-is-taken",
        "hardware.yaml",
        "claims.yaml");

    pod(cluster, "first");
    runs(cluster, "first", "gpu/big=big-0");
    pod(cluster, "second");
    runs(cluster, "second", "gpu/small=small-0", "gpu/small=small-1");
  }

  @Test
  void devices_by_what_they_include(DrayCluster.Handle cluster) {
    given(cluster, "210-mixins-are-what-devices-include", "hardware.yaml", "claims.yaml");

    pod(cluster, "own-wins");
    runs(cluster, "own-wins", "gpu=half-1");
    pod(cluster, "whole");
    waits(cluster, "whole");
  }

  @Test
  void one_scheme_of_partitioning_at_a_time(DrayCluster.Handle cluster) {
    given(cluster, "310-a-gpu-is-partitioned-in-one-way-at-a-time", "hardware.yaml", "claims.yaml");

    pod(cluster, "mig-a");
    runs(cluster, "mig-a", "gpu=mig-0");
    pod(cluster, "vgpu");
    waits(cluster, "vgpu");
    cluster.delete("pod", "mig-a");
    runs(cluster, "vgpu", "gpu=vgpu-0");
  }

  @Test
  void a_patch_that_makes_a_pod_schedulable(DrayCluster.Handle cluster) {
    given(cluster, "410-a-patch-makes-a-pod-schedulable", "hardware.yaml", "claims.yaml");

    pod(cluster, "near");
    waits(cluster, "near");
    given(cluster, "410-a-patch-makes-a-pod-schedulable", "patch.yaml");
    runs(cluster, "near", "gpu=gpu-1");
  }

  @Test
  void bandwidth_until_the_port_is_full(DrayCluster.Handle cluster) {
    given(
        cluster,
        "510-virtual-functions-share-the-bandwidth-of-their-port",
        "hardware.yaml",
        "claims.yaml");

    pod(cluster, "big");
    runs(cluster, "big", "nic=vf-0");
    pod(cluster, "odd");
    runs(cluster, "odd", "nic=vf-1");
    pod(cluster, "modest");
    runs(cluster, "modest", "nic=vf-2");
    pod(cluster, "late");
    waits(cluster, "late");
    cluster.delete("pod", "modest");
    runs(cluster, "late", "nic=vf-2");
  }
}
