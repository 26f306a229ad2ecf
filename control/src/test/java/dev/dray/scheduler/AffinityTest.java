package dev.dray.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.client.Resources;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pods that want to be near to others, or away from them, get there as soon as they can. */
class AffinityTest {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

  private final World world = new World();

  /** Spread over nodes. */
  private static final String APART =
      """
      affinity: {podAntiAffinity: {%s: [{topologyKey: kubernetes.io/hostname, \
      labelSelector: {matchLabels: {app: a}}}]}}\
      """
          .formatted(REQUIRED);

  private static String near(String app) {
    return """
    affinity: {podAffinity: {%s: [{topologyKey: kubernetes.io/hostname, \
    labelSelector: {matchLabels: {app: %s}}}]}}\
    """
        .formatted(REQUIRED, app);
  }

  private void pod(String name, String labels, String more) {
    pod("default", name, labels, more);
  }

  private void pod(String namespace, String name, String labels, String more) {
    world.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: '%s', namespace: %s, labels: {%s}}
        spec:
          schedulerName: default-scheduler
          containers: [{name: main, image: none}]
          %s
        status: {phase: Pending}
        """
            .formatted(name, namespace, labels, more));
  }

  private void label(String pod, String value) {
    world.api.edit(
        Resources.PODS,
        "default",
        pod,
        it -> it.with(List.of("metadata", "labels"), Json.obj("app", value)));
  }

  private long decisionsDuring(Runnable task) {
    long before = world.decisions();
    task.run();
    world.run();
    return world.decisions() - before;
  }

  private void nodes(String... names) {
    List.of(names).forEach(world::node);
  }

  @Test
  void pods_that_must_be_apart_are_spread_and_one_too_many_waits_until_one_goes() {
    nodes("n1", "n2");

    List.of("a", "b", "c").forEach(it -> pod(it, "app: a", APART));
    world.run();

    assertThat(List.of(world.nodeOf("a"), world.nodeOf("b"), world.nodeOf("c")))
        .containsExactly("n1", "n2", "");
    assertThat(world.condition("c").text("message"))
        .isEqualTo(
            "0/2 nodes are available: 2 node(s) didn't match pod anti-affinity rules. preemption:"
                + " 0/2 nodes are available: 2 No preemption victims found for incoming pod.");

    world.api.remove(Resources.PODS, "default", "a");
    world.run();

    assertThat(world.nodeOf("c")).isEqualTo("n1");
  }

  @Test
  void pods_on_nodes_keep_others_away() {
    nodes("n1", "n2");
    pod("guard", "app: b", APART);
    world.run();

    List.of("a", "b").forEach(it -> pod(it, "app: a", "nodeName: ''"));
    pod("free", "app: c", "nodeSelector: {kubernetes.io/hostname: n1}");
    pod("kept", "app: a", "nodeSelector: {kubernetes.io/hostname: n1}");
    world.run();

    assertThat(List.of(world.nodeOf("a"), world.nodeOf("b"))).containsOnly("n2");
    assertThat(world.nodeOf("free")).isEqualTo("n1");
    assertThat(world.condition("kept").text("message"))
        .startsWith(
            "0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1"
                + " node(s) didn't satisfy existing pods anti-affinity rules.");
  }

  @Test
  void a_pod_waits_for_those_it_must_be_near_to_and_nothing_else_costs_a_decision() {
    nodes("n1", "n2");
    pod("a", "app: a", near("b"));
    world.run();
    assertThat(world.condition("a").text("message"))
        .isEqualTo(
            "0/2 nodes are available: 2 node(s) didn't match pod affinity rules. preemption: 0/2"
                + " nodes are available: 2 Preemption is not helpful for scheduling.");

    long decisions = decisionsDuring(() -> pod("other", "app: c", ""));
    assertThat(decisions).isEqualTo(1);

    pod("b", "app: b", "nodeSelector: {kubernetes.io/hostname: n2}");
    world.run();
    assertThat(world.nodeOf("a")).isEqualTo("n2");
  }

  @Test
  void the_first_of_pods_that_must_be_near_to_each_other_goes_anywhere() {
    nodes("n1", "n2");

    List.of("a", "b", "c").forEach(it -> pod(it, "app: a", near("a")));
    world.run();

    assertThat(List.of(world.nodeOf("a"), world.nodeOf("b"), world.nodeOf("c"))).containsOnly("n1");
  }

  @Test
  void a_pod_that_another_scheduler_placed_counts() {
    nodes("n1", "n2");
    pod("a", "app: a", near("b"));
    world.run();

    pod("b", "app: b", "nodeName: n2");
    world.run();

    assertThat(world.nodeOf("a")).isEqualTo("n2");
  }

  @Test
  void other_labels_of_a_running_pod_help() {
    nodes("n1");
    pod("b", "app: c", "");
    world.run();
    pod("near", "app: x", near("b"));
    world.run();
    assertThat(world.nodeOf("near")).isEmpty();

    label("b", "b");
    world.run();
    assertThat(world.nodeOf("near")).isEqualTo("n1");

    label("b", "a");
    world.run();
    pod("apart", "app: x", APART);
    world.run();
    assertThat(world.nodeOf("apart")).isEmpty();

    label("b", "b");
    world.run();
    assertThat(world.nodeOf("apart")).isEqualTo("n1");
  }

  @Test
  void labels_of_a_running_pod_cost_no_decision_where_nobody_asks_for_them() {
    world.node("n1", "1");
    pod("b", "app: c", "");
    world.podThat("big", "overhead: {cpu: 9}");
    world.run();
    assertThat(world.nodeOf("big")).isEmpty();

    assertThat(decisionsDuring(() -> label("b", "b"))).isZero();
  }

  @Test
  void other_labels_of_a_node_help() {
    nodes("n1", "n2");
    pod("b", "app: b", "nodeSelector: {kubernetes.io/hostname: n1}");
    pod(
        "a",
        "app: a",
        near("b").replace("kubernetes.io/hostname", "zone")
            + "\n  nodeSelector: {kubernetes.io/hostname: n2}");
    world.run();
    assertThat(world.nodeOf("a")).isEmpty();

    for (var node : List.of("n1", "n2")) {
      world.api.edit(
          Resources.NODES,
          "",
          node,
          it -> it.with(List.of("metadata", "labels", "zone"), Json.of("z")));
    }
    world.run();

    assertThat(world.nodeOf("a")).isEqualTo("n2");
  }

  @Test
  void namespaces_are_chosen_by_their_labels() {
    nodes("n1", "n2");
    pod("blue", "b", "app: b", "nodeName: n2");
    pod(
        "a",
        "app: a",
        near("b")
            .replace("topologyKey", "namespaceSelector: {matchLabels: {team: x}}, topologyKey"));
    world.run();
    assertThat(world.nodeOf("a")).isEmpty();

    world.apply("{apiVersion: v1, kind: Namespace, metadata: {name: blue, labels: {team: x}}}");
    world.run();

    assertThat(world.nodeOf("a")).isEqualTo("n2");
  }

  @Test
  void pods_that_waited_together_part_when_somebody_wants_something_of_one() {
    world.node("n1", "1");
    var big = "overhead: {cpu: 1}";
    pod("full", "app: c", big);
    world.run();
    pod("1-shunned", "app: a", big);
    pod("2-liked", "app: b", big);
    world.run();

    pod("guard", "app: c", APART);
    world.run();
    world.api.remove(Resources.PODS, "default", "full");
    world.run();

    assertThat(world.nodeOf("1-shunned")).isEmpty();
    assertThat(world.nodeOf("2-liked")).isEqualTo("n1");
  }

  @Test
  void of_nodes_that_would_do_the_one_with_the_preferred_pods_is_taken() {
    nodes("n1", "n2", "n3");
    pod("b", "app: b", "nodeName: n2");
    world.run();

    pod(
        "a",
        "app: a",
        near("b")
            .replace(REQUIRED, PREFERRED)
            .replace("[{", "[{weight: 50, podAffinityTerm: {")
            .replace("}]", "}}]"));
    world.run();

    assertThat(world.nodeOf("a")).isEqualTo("n2");
  }

  @Test
  void a_scheduler_that_takes_over_counts_who_is_there() {
    nodes("n1", "n2");
    List.of("a", "b").forEach(it -> pod(it, "app: a", APART));
    world.run();

    world.restart();
    pod("c", "app: a", APART);
    world.run();

    assertThat(world.nodeOf("c")).isEmpty();
  }
}
