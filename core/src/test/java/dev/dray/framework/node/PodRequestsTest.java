package dev.dray.framework.node;

import static dev.dray.framework.Clusters.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.framework.Clusters;
import org.junit.jupiter.api.Test;

class PodRequestsTest {
  private static PodRequests amounts(String spec) {
    return PodRequests.of(Clusters.of(pod("p", spec)).pods().getFirst().spec());
  }

  @Test
  void containers_run_at_the_same_time() {
    var amounts =
        amounts(
            """
            containers:
            - {name: a, resources: {requests: {cpu: 500m, memory: 1Ki}}}
            - {name: b, resources: {requests: {cpu: "1"}}}
            """);

    assertThat(amounts.requested()).containsEntry("cpu", 1500L).containsEntry("memory", 1024L);
  }

  @Test
  void a_limit_without_a_request_is_the_request() {
    var amounts = amounts("containers: [{name: a, resources: {limits: {cpu: 2}}}]");

    assertThat(amounts.of("cpu")).isEqualTo(2000);
  }

  @Test
  void init_containers_run_one_after_the_other_and_before_the_others() {
    var amounts =
        amounts(
            """
            initContainers:
            - {name: i, resources: {requests: {cpu: 3}}}
            - {name: j, resources: {requests: {cpu: 2, memory: 5}}}
            containers:
            - {name: a, resources: {requests: {cpu: 1, memory: 1}}}
            """);

    assertThat(amounts.of("cpu")).isEqualTo(3000);
    assertThat(amounts.of("memory")).isEqualTo(5);
  }

  @Test
  void sidecars_stay_and_later_init_containers_run_beside_them() {
    var amounts =
        amounts(
            """
            initContainers:
            - {name: s, restartPolicy: Always, resources: {requests: {cpu: 1}}}
            - {name: i, resources: {requests: {cpu: 3}}}
            containers:
            - {name: a, resources: {requests: {cpu: 1}}}
            """);

    assertThat(amounts.of("cpu")).isEqualTo(4000);
  }

  @Test
  void an_init_container_before_a_sidecar_runs_without_it() {
    var amounts =
        amounts(
            """
            initContainers:
            - {name: i, resources: {requests: {cpu: 3}}}
            - {name: s, restartPolicy: Always, resources: {requests: {cpu: 1}}}
            containers:
            - {name: a, resources: {requests: {cpu: 1}}}
            """);

    assertThat(amounts.of("cpu")).isEqualTo(3000);
  }

  @Test
  void overhead_comes_on_top() {
    var amounts =
        amounts(
            """
            overhead: {cpu: 250m}
            containers: [{name: a, resources: {requests: {cpu: 1}}}]
            """);

    assertThat(amounts.of("cpu")).isEqualTo(1250);
  }

  @Test
  void scores_assume_a_little_where_nothing_is_said() {
    var amounts =
        amounts(
            """
            containers:
            - {name: a}
            - {name: b, resources: {requests: {cpu: 1}}}
            """);

    assertThat(amounts.assumedCpu()).isEqualTo(1100);
    assertThat(amounts.assumedMemory()).isEqualTo(400L << 20);
    assertThat(amounts.of("memory")).isZero();
  }
}
