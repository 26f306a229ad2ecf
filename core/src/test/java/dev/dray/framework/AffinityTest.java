package dev.dray.framework;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.FilterTimeout;
import dev.dray.allocation.Parallelizer;
import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.cluster.Cluster;
import dev.dray.framework.whatif.OfflineScheduler;
import dev.dray.framework.whatif.PodOutcome;
import dev.dray.framework.whatif.Simulation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What pods want of each other, rule by rule. */
class AffinityTest {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
  private static final String APP_A = "labelSelector: {matchLabels: {app: a}}";

  private static final String NOT_NEAR = "node(s) didn't match pod affinity rules";
  private static final String NOT_APART = "node(s) didn't match pod anti-affinity rules";
  private static final String UNWELCOME =
      "node(s) didn't satisfy existing pods anti-affinity rules";

  /** Two nodes in zone a and one in zone b. */
  private static final String NODES =
      """
      {apiVersion: v1, kind: Node, metadata: {name: a1, labels: {host: a1, zone: a}}}
      ---
      {apiVersion: v1, kind: Node, metadata: {name: a2, labels: {host: a2, zone: a}}}
      ---
      {apiVersion: v1, kind: Node, metadata: {name: b1, labels: {host: b1, zone: b}}}
      """;

  private static String near(String term) {
    return "affinity: {podAffinity: {%s: [{%s}]}}\n".formatted(REQUIRED, term);
  }

  private static String apart(String term) {
    return "affinity: {podAntiAffinity: {%s: [{%s}]}}\n".formatted(REQUIRED, term);
  }

  private static String on(String node) {
    return "nodeName: %s\n".formatted(node);
  }

  private static String pod(String name, String labels, String spec) {
    return Clusters.pod(name, labels, "containers: [{name: main}]\n" + spec);
  }

  private static String podIn(String namespace, String name, String labels, String spec) {
    return pod(name, labels, spec)
        .replace(
            "name: %s,".formatted(name), "name: %s, namespace: %s,".formatted(name, namespace));
  }

  /** Where the last of the pods goes, or why it has to wait. */
  private static String fate(String... manifests) {
    var cluster = Clusters.of(manifests);
    return fate(cluster, cluster.pods().getLast());
  }

  private static String fate(Cluster cluster, Pod pod) {
    return switch (new OfflineScheduler(
            cluster, Gates.defaults(), Parallelizer.CALLER, FilterTimeout.ENDLESS)
        .place(pod)) {
      case PodOutcome.On it -> it.node();
      case PodOutcome.Waits it -> it.message();
    };
  }

  private static String none(String... counted) {
    return "0/3 nodes are available: %s.".formatted(String.join(", ", counted));
  }

  @Test
  void a_pod_goes_where_those_are_that_it_must_be_near_to() {
    var friend = pod("friend", "app: a", on("b1"));

    assertThat(fate(NODES, friend, pod("p", "", near("topologyKey: host, " + APP_A))))
        .isEqualTo("b1");
    assertThat(
            fate(
                NODES,
                pod("other", "app: b", on("b1")),
                pod("p", "", near("topologyKey: host, " + APP_A))))
        .isEqualTo(none("3 " + NOT_NEAR));
  }

  @Test
  void one_pod_must_be_meant_by_all_terms() {
    var two =
        "affinity: {podAffinity: {%s: [{topologyKey: zone, %s}, {topologyKey: host, %s}]}}\n"
            .formatted(REQUIRED, APP_A, "labelSelector: {matchLabels: {tier: x}}");

    assertThat(fate(NODES, pod("q", "app: a, tier: x", on("a2")), pod("p", "", two)))
        .isEqualTo("a2");
    assertThat(
            fate(
                NODES,
                pod("q", "app: a", on("a2")),
                pod("r", "tier: x", on("a2")),
                pod("p", "", two)))
        .isEqualTo(none("3 " + NOT_NEAR));
  }

  @Test
  void the_first_of_a_group_goes_only_where_the_others_could_be() {
    var bare = "---\n{apiVersion: v1, kind: Node, metadata: {name: a0}}\n";

    assertThat(fate(NODES, bare, pod("p", "app: a", near("topologyKey: host, " + APP_A))))
        .isEqualTo("a1");
  }

  @Test
  void a_pod_stays_away_from_those_it_must_be_apart_from() {
    var foe = pod("foe", "app: a", on("a1"));

    assertThat(fate(NODES, foe, pod("p", "", apart("topologyKey: host, " + APP_A))))
        .isEqualTo("a2");
    assertThat(fate(NODES, foe, pod("p", "", apart("topologyKey: zone, " + APP_A))))
        .isEqualTo("b1");
    assertThat(
            fate(
                NODES,
                foe,
                pod("more", "app: a", on("b1")),
                pod("p", "", apart("topologyKey: zone, " + APP_A))))
        .isEqualTo(none("3 " + NOT_APART));
  }

  @Test
  void a_pod_stays_away_from_those_that_must_be_apart_from_it() {
    var shy = pod("shy", "", on("a1") + apart("topologyKey: zone, " + APP_A));

    assertThat(fate(NODES, shy, pod("p", "app: a", ""))).isEqualTo("b1");
    assertThat(fate(NODES, shy, pod("p", "app: b", ""))).isEqualTo("a1");
    assertThat(fate(NODES, shy, pod("p", "app: a", "nodeSelector: {zone: a}\n")))
        .isEqualTo(none("1 node(s) didn't match Pod's node affinity/selector", "2 " + UNWELCOME));
  }

  @Test
  void a_node_without_the_label_is_near_to_nothing() {
    var bare = "---\n{apiVersion: v1, kind: Node, metadata: {name: a0}}\n";

    assertThat(
            fate(
                NODES,
                bare,
                pod("foe", "app: a", on("a0")),
                pod("p", "", apart("topologyKey: host, " + APP_A))))
        .isEqualTo("a0");
  }

  @Test
  void pods_that_have_ended_do_not_count() {
    var cluster =
        Clusters.of(
            NODES,
            pod("foe", "app: a", on("a1")) + "status: {phase: Succeeded}\n",
            pod("p", "", apart("topologyKey: zone, " + APP_A)));

    assertThat(fate(cluster, cluster.pods().getLast())).isEqualTo("a1");
  }

  @Test
  void without_a_selector_a_term_means_nobody_and_with_an_empty_one_everybody() {
    var foe = pod("foe", "", on("a1"));

    assertThat(fate(NODES, foe, pod("p", "", apart("topologyKey: host")))).isEqualTo("a1");
    assertThat(fate(NODES, foe, pod("p", "", apart("topologyKey: host, labelSelector: {}"))))
        .isEqualTo("a2");
  }

  @Test
  void a_term_means_its_own_namespace_unless_it_says_otherwise() {
    var foe = podIn("blue", "foe", "app: a", on("a1"));
    var host = "topologyKey: host, " + APP_A;

    assertThat(fate(NODES, foe, pod("p", "", apart(host)))).isEqualTo("a1");
    assertThat(fate(NODES, foe, pod("p", "", apart(host + ", namespaces: [red]")))).isEqualTo("a1");
    assertThat(fate(NODES, foe, pod("p", "", apart(host + ", namespaces: [red, blue]"))))
        .isEqualTo("a2");
    assertThat(fate(NODES, foe, pod("p", "", apart(host + ", namespaceSelector: {}"))))
        .isEqualTo("a2");
  }

  @Test
  void namespaces_are_chosen_by_their_labels_and_all_have_their_name() {
    var foe = podIn("blue", "foe", "app: a", on("a1"));
    var blue =
        "---\n{apiVersion: v1, kind: Namespace, metadata: {name: blue, labels: {team: x}}}\n";
    var byTeam =
        apart(
            "topologyKey: host, %s, namespaceSelector: {matchLabels: {team: x}}".formatted(APP_A));

    assertThat(fate(NODES, foe, pod("p", "", byTeam))).isEqualTo("a1");
    assertThat(fate(NODES, blue, foe, pod("p", "", byTeam))).isEqualTo("a2");
    assertThat(
            fate(
                NODES,
                foe,
                pod("p", "", byTeam.replace("team: x", "kubernetes.io/metadata.name: blue"))))
        .isEqualTo("a2");
  }

  @Test
  void keys_of_labels_stand_for_the_labels_of_the_pod() {
    var old = pod("old", "app: a, hash: v1", on("a1"));
    var same = apart("topologyKey: host, matchLabelKeys: [hash], " + APP_A);
    var other = apart("topologyKey: host, mismatchLabelKeys: [hash], " + APP_A);

    assertThat(fate(NODES, old, pod("p", "hash: v1", same))).isEqualTo("a2");
    assertThat(fate(NODES, old, pod("p", "hash: v2", same))).isEqualTo("a1");
    assertThat(fate(NODES, old, pod("p", "hash: v1", other))).isEqualTo("a1");
    assertThat(fate(NODES, old, pod("p", "hash: v2", other))).isEqualTo("a2");
    assertThat(fate(NODES, old, pod("p", "", same))).as("no such label").isEqualTo("a2");
  }

  @Test
  void what_a_server_has_merged_is_not_merged_again() {
    var stored =
        pod(
                "p",
                "hash: v2",
                apart(
                    "topologyKey: host, matchLabelKeys: [hash], labelSelector: {matchExpressions:"
                        + " [{key: app, operator: Exists}, {key: hash, operator: In, values:"
                        + " [v1]}]}"))
            .replace("name: p,", "name: p, resourceVersion: '7',");

    assertThat(fate(NODES, pod("old", "app: a, hash: v1", on("a1")), stored)).isEqualTo("a2");
  }

  private static String rather(String kind, int weight, String term) {
    return "affinity: {%s: {%s: [{weight: %d, podAffinityTerm: {%s}}]}}\n"
        .formatted(kind, PREFERRED, weight, term);
  }

  @Test
  void preferred_pods_draw_and_repel() {
    var other = pod("other", "app: a", on("a1"));
    var zone = "topologyKey: zone, " + APP_A;

    assertThat(
            fate(NODES, pod("q", "app: a", on("b1")), pod("p", "", rather("podAffinity", 1, zone))))
        .isEqualTo("b1");
    assertThat(fate(NODES, other, pod("p", "", rather("podAntiAffinity", 1, zone))))
        .isEqualTo("b1");
  }

  @Test
  void pods_on_nodes_draw_and_repel_too() {
    var zone = "topologyKey: zone, " + APP_A;

    assertThat(fate(NODES, pod("q", "", on("b1") + near(zone)), pod("p", "app: a", "")))
        .isEqualTo("b1");
    assertThat(
            fate(
                NODES,
                pod("q", "", on("b1") + rather("podAffinity", 3, zone)),
                pod("p", "app: a", "")))
        .isEqualTo("b1");
    assertThat(
            fate(
                NODES,
                pod("q", "", on("a1") + rather("podAntiAffinity", 3, zone)),
                pod("p", "app: a", "")))
        .isEqualTo("b1");
  }

  @Test
  void a_simulation_tries_pods_again_that_must_be_near_to_one_that_came_later() {
    var cluster =
        Clusters.of(
            NODES,
            pod("first", "", "priority: 9\n" + near("topologyKey: host, " + APP_A)),
            pod("later", "app: a", "nodeSelector: {zone: b}\n"));

    var scheduler =
        new OfflineScheduler(cluster, Gates.defaults(), Parallelizer.CALLER, FilterTimeout.ENDLESS);
    var result = Simulation.run(scheduler, Simulation.IdleClaims.LEFT_ALONE, () -> {});

    assertThat(result.pods()).extracting(it -> ((PodOutcome.On) it).node()).containsOnly("b1");
  }

  private static SchedulerCache board(Cluster cluster) {
    var cache = new SchedulerCache(Gates.defaults());
    cluster.nodes().forEach(cache::put);
    cluster.pods().forEach(cache::put);
    cache.settle();
    return cache;
  }

  @Test
  void only_labels_that_somebody_asks_for_part_pods() {
    var cluster =
        Clusters.of(
            NODES,
            pod("p", "app: a, number: n1", ""),
            pod("q", "app: a, number: n2", ""),
            pod("r", "app: b, number: n3", ""));
    var cache = board(cluster);
    var groups = cluster.pods().stream().map(cache::group).distinct().toList();
    assertThat(groups).hasSize(1);

    cache.put(
        Clusters.of(pod("shy", "", on("a1") + apart("topologyKey: host, " + APP_A)))
            .pods()
            .getFirst());

    assertThat(cache.group(cluster.pods().get(0))).isEqualTo(cache.group(cluster.pods().get(1)));
    assertThat(cache.group(cluster.pods().get(0))).isNotEqualTo(cache.group(cluster.pods().get(2)));
    var regrouped = cache.takeRegrouped().orElseThrow();
    assertThat(cluster.pods()).extracting(regrouped::test).containsExactly(true, true, false);
    assertThat(cache.takeRegrouped()).isEmpty();
  }

  @Test
  void a_pod_counts_from_the_moment_it_is_assumed() {
    var cluster =
        Clusters.of(
            NODES,
            pod("p", "app: a", apart("topologyKey: zone, " + APP_A)),
            pod("q", "app: a", apart("topologyKey: zone, " + APP_A)));
    var cache = board(cluster);
    var first = (SchedulerCache.Decision.Chosen) cache.decide(cluster.pods().get(0), Instant.EPOCH);

    cache.assume(first);
    assertThat(cache.decide(cluster.pods().get(1), Instant.EPOCH))
        .isInstanceOfSatisfying(
            SchedulerCache.Decision.Chosen.class, it -> assertThat(it.node()).isEqualTo("b1"));

    cache.forget(first);
    assertThat(cache.decide(cluster.pods().get(1), Instant.EPOCH))
        .isInstanceOfSatisfying(
            SchedulerCache.Decision.Chosen.class, it -> assertThat(it.node()).isEqualTo("a1"));
  }

  @Test
  void where_the_first_of_a_group_goes_all_others_must_until_it_is_gone() {
    var group = near("topologyKey: zone, " + APP_A) + "nodeSelector: {zone: a}\n";
    var cluster = Clusters.of(NODES, pod("p", "app: a", group));
    var cache = board(cluster);
    var waiting = cluster.pods().getFirst();
    var first = Clusters.of(pod("first", "app: a", on("b1"))).pods().getFirst();
    assertThat(cache.mightFit(waiting)).isTrue();

    cache.put(first);
    assertThat(cache.mightFit(waiting)).isFalse();

    cache.removePod(first);
    assertThat(cache.mightFit(waiting)).isTrue();
  }

  @Test
  void the_label_with_its_name_tells_nothing_new_of_a_namespace() {
    var cache = board(Clusters.of(NODES));

    assertThat(cache.putNamespace("blue", Map.of("kubernetes.io/metadata.name", "blue"))).isFalse();
    assertThat(cache.putNamespace("blue", Map.of("team", "x"))).isTrue();
    assertThat(cache.putNamespace("blue", Map.of("team", "x"))).isFalse();
    assertThat(cache.removeNamespace("blue")).isTrue();
  }

  @Test
  void counting_goes_on_when_more_pods_moved_than_are_remembered() {
    var cluster = Clusters.of(NODES, pod("p", "", apart("topologyKey: host, " + APP_A)));
    var cache = board(cluster);
    var waiting = cluster.pods().getFirst();
    var foe = Clusters.of(pod("foe", "app: a", on("a1"))).pods().getFirst();
    for (int i : List.of(1, 5_000, 10_000)) {
      for (int j = 0; j < i; j++) {
        cache.put(foe);
        cache.removePod(foe);
      }
      cache.put(foe);

      assertThat(cache.decide(waiting, Instant.EPOCH))
          .isInstanceOfSatisfying(
              SchedulerCache.Decision.Chosen.class, it -> assertThat(it.node()).isEqualTo("a2"));
    }
  }
}
