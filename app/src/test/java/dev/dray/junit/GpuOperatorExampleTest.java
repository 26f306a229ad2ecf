package dev.dray.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What docs/junit.md shows: it is shown from the next line on. */
@DrayCluster(manifests = "two-gpus.yaml")
class GpuOperatorExampleTest {
  @Test
  void the_third_pod_waits_for_one_of_two_gpus(DrayCluster.Handle cluster) {
    for (var name : new String[] {"one", "two", "three"}) {
      cluster.apply(
          """
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
              .formatted(name));
      if (!name.equals("three")) {
        cluster.awaitRunning(name);
      }
    }
    assertThat(cluster.awaitUnschedulable("three")).contains("cannot allocate all claims");

    cluster.delete("pod", "one");

    cluster.awaitRunning("three");
    var claim = cluster.claims("three").getFirst();
    assertThat(cluster.devices(claim)).containsExactly("gpu=gpu-0");
  }
}
