package dev.dray.framework;

import static dev.dray.framework.Clusters.PLAIN;
import static dev.dray.framework.Clusters.node;
import static dev.dray.framework.Clusters.pod;
import static dev.dray.framework.whatif.OfflineSchedulerTest.place;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which one of several nodes that fit. */
class NodeScoringTest {
  private static String sized(String name, String cpu, String memory) {
    return """
    ---
    apiVersion: v1
    kind: Node
    metadata: {name: %s, labels: {kubernetes.io/hostname: %s}}
    status: {allocatable: {cpu: %s, memory: %s, pods: 110}}
    """
        .formatted(name, name, cpu, memory);
  }

  private static final String ONE_CPU =
      "containers: [{name: main, resources: {requests: {cpu: 1, memory: 1Gi}}}]\n";

  @Test
  void equally_good_nodes_are_taken_by_name() {
    assertThat(place(Clusters.of(node("b", "", 0), node("a", "", 0), pod("p", PLAIN))))
        .containsExactly("p on a");
  }

  @Test
  void the_emptier_node_is_taken() {
    var cluster = Clusters.of(sized("a", "4", "4Gi"), sized("b", "8", "8Gi"), pod("p", ONE_CPU));

    assertThat(place(cluster)).containsExactly("p on b");
  }

  @Test
  void pods_spread_as_nodes_fill() {
    var cluster =
        Clusters.of(
            sized("a", "4", "4Gi"),
            sized("b", "4", "4Gi"),
            pod("p1", ONE_CPU),
            pod("p2", ONE_CPU),
            pod("p3", ONE_CPU));

    assertThat(place(cluster)).containsExactly("p1 on a", "p2 on b", "p3 on a");
  }

  @Test
  void preferred_nodes_outweigh_emptier_ones() {
    var preferred =
        """
        affinity:
          nodeAffinity:
            preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 1
              preference:
                matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [a]}]
        """;
    var cluster =
        Clusters.of(sized("a", "4", "4Gi"), sized("b", "8", "8Gi"), pod("p", preferred + ONE_CPU));

    assertThat(place(cluster)).containsExactly("p on a");
  }

  @Test
  void nodes_that_ask_pods_to_stay_away_come_last() {
    var cluster =
        Clusters.of(
            node("a", "taints: [{key: own, value: x, effect: PreferNoSchedule}]", 0),
            node("b", "", 0),
            pod("p", PLAIN));

    assertThat(place(cluster)).containsExactly("p on b");
  }

  @Test
  void a_tolerated_request_to_stay_away_does_not_count() {
    var cluster =
        Clusters.of(
            node("a", "taints: [{key: own, value: x, effect: PreferNoSchedule}]", 0),
            node("b", "", 0),
            pod("p", "tolerations: [{key: own, operator: Exists}]\n" + PLAIN));

    assertThat(place(cluster)).containsExactly("p on a");
  }

  @Test
  void the_better_alternative_outweighs_the_emptier_node() {
    var cluster =
        Clusters.of(
            Clusters.GPU_CLASS,
            """
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: big}
            spec:
              selectors: [{cel: {expression: 'device.driver == "big.example.com"'}}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: best}
            spec:
              spec:
                devices:
                  requests:
                  - name: gpu
                    firstAvailable:
                    - {name: big, deviceClassName: big}
                    - {name: any, deviceClassName: gpu}
            """,
            sized("a", "32", "32Gi"),
            Clusters.slice("a", 1),
            sized("b", "4", "4Gi"),
            Clusters.slice("b", 1).replace("gpu.example.com", "big.example.com"),
            pod("p", "resourceClaims: [{name: gpu, resourceClaimTemplateName: best}]\n" + ONE_CPU));

    assertThat(place(cluster)).containsExactly("p on b");
  }
}
