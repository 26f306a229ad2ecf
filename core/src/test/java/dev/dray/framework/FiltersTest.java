package dev.dray.framework;

import static dev.dray.framework.Clusters.PLAIN;
import static dev.dray.framework.Clusters.node;
import static dev.dray.framework.Clusters.pod;
import static dev.dray.framework.whatif.OfflineSchedulerTest.place;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Nodes on which a pod may not run, whatever is left on them. */
class FiltersTest {
  private static final String TAINTED = "taints: [{key: own, value: x, effect: %s}]";

  private static String only(String node, String spec) {
    return place(Clusters.of(node, pod("p", spec + PLAIN))).getFirst();
  }

  @Test
  void nothing_comes_to_an_unschedulable_node() {
    assertThat(only(node("a", "unschedulable: true", 0), ""))
        .isEqualTo("p: 0/1 nodes are available: 1 node(s) were unschedulable.");
  }

  @Test
  void an_unschedulable_node_can_be_tolerated() {
    var tolerations = "tolerations: [{key: node.kubernetes.io/unschedulable, operator: Exists}]\n";

    assertThat(only(node("a", "unschedulable: true", 0), tolerations)).isEqualTo("p on a");
  }

  @Test
  void taints_keep_pods_away() {
    for (var effect : new String[] {"NoSchedule", "NoExecute"}) {
      assertThat(only(node("a", TAINTED.formatted(effect), 0), ""))
          .isEqualTo("p: 0/1 nodes are available: 1 node(s) had untolerated taint {own: x}.");
    }
  }

  @Test
  void taints_that_only_ask_to_stay_away_keep_nobody() {
    assertThat(only(node("a", TAINTED.formatted("PreferNoSchedule"), 0), "")).isEqualTo("p on a");
  }

  @Test
  void a_taint_can_be_tolerated_by_value_or_whatever_it_is() {
    var node = node("a", TAINTED.formatted("NoSchedule"), 0);

    assertThat(only(node, "tolerations: [{key: own, value: x}]\n")).isEqualTo("p on a");
    assertThat(only(node, "tolerations: [{operator: Exists}]\n")).isEqualTo("p on a");
    assertThat(only(node, "tolerations: [{key: own, value: y}]\n")).startsWith("p: 0/1");
    assertThat(only(node, "tolerations: [{key: own, value: x, effect: NoExecute}]\n"))
        .startsWith("p: 0/1");
  }

  @Test
  void a_node_selector_wants_all_its_labels() {
    assertThat(only(node("a", "", 0), "nodeSelector: {kubernetes.io/hostname: a}\n"))
        .isEqualTo("p on a");
    assertThat(only(node("a", "", 0), "nodeSelector: {kubernetes.io/hostname: a, zone: x}\n"))
        .isEqualTo(
            "p: 0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector.");
  }

  private static String required(String value) {
    return """
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
          - matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [%s]}]
    """
        .formatted(value);
  }

  @Test
  void required_affinity_is_required() {
    assertThat(only(node("a", "", 0), required("a"))).isEqualTo("p on a");
    assertThat(only(node("a", "", 0), required("b"))).startsWith("p: 0/1");
  }

  @Test
  void affinity_may_name_a_node() {
    var named =
        """
        affinity:
          nodeAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
              nodeSelectorTerms:
              - matchFields: [{key: metadata.name, operator: In, values: [b]}]
        """;

    assertThat(only(node("a", "", 0) + node("b", "", 0), named)).isEqualTo("p on b");
  }

  @Test
  void the_first_filter_that_fails_is_told() {
    assertThat(only(node("a", "unschedulable: true, " + TAINTED.formatted("NoSchedule"), 0), ""))
        .isEqualTo("p: 0/1 nodes are available: 1 node(s) were unschedulable.");
  }

  @Test
  void reasons_are_counted_over_nodes() {
    var nodes =
        node("a", "unschedulable: true", 0)
            + node("b", "unschedulable: true", 0)
            + node("c", TAINTED.formatted("NoSchedule"), 0);

    assertThat(only(nodes, ""))
        .isEqualTo(
            "p: 0/3 nodes are available: 1 node(s) had untolerated taint {own: x},"
                + " 2 node(s) were unschedulable.");
  }

  @Test
  void pods_behind_scheduling_gates_wait() {
    assertThat(only(node("a", "", 0), "schedulingGates: [{name: quota}]\n"))
        .isEqualTo("p: waiting for scheduling gates: quota");
  }
}
