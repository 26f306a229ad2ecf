package dev.dray.framework.claim;

import static dev.dray.framework.Clusters.GPU_CLASS;
import static dev.dray.framework.Clusters.ONE_GPU;
import static dev.dray.framework.Clusters.node;
import static dev.dray.framework.Clusters.pod;
import static dev.dray.framework.whatif.OfflineSchedulerTest.place;
import static dev.dray.framework.whatif.OfflineSchedulerTest.placing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.core.PodResourceClaimStatus;
import dev.dray.api.core.PodStatus;
import dev.dray.api.resource.ResourceClaimConsumerReference;
import dev.dray.cluster.Cluster;
import dev.dray.framework.Clusters;
import dev.dray.framework.whatif.OfflineSchedulerTest;
import dev.dray.framework.whatif.PodOutcome;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PodClaimsTest {
  private static final String NAMED =
      """
      containers: [{name: main}]
      resourceClaims: [{name: gpu, resourceClaimName: shared}]
      """;

  private static String claim(String metadata) {
    return """
    ---
    apiVersion: resource.k8s.io/v1
    kind: ResourceClaim
    metadata: {name: shared, %s}
    spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}
    """
        .formatted(metadata);
  }

  private static final String SHARED = claim("namespace: default");

  @Test
  void a_claim_that_is_not_there_is_waited_for() {
    assertThat(place(Clusters.of(GPU_CLASS, node("a", "", 1), pod("p", NAMED))))
        .containsExactly("p: resourceclaim \"shared\" not found");
  }

  @Test
  void a_template_that_is_not_there_is_waited_for() {
    assertThat(place(Clusters.of(node("a", "", 1), pod("p", ONE_GPU))))
        .containsExactly("p: resourceclaimtemplate \"one-gpu\" not found");
  }

  @Test
  void a_claim_that_is_being_deleted_is_of_no_use() {
    var deleted = claim("deletionTimestamp: '2026-01-01T00:00:00Z'");

    assertThat(place(Clusters.of(GPU_CLASS, node("a", "", 1), deleted, pod("p", NAMED))))
        .containsExactly("p: resourceclaim \"shared\" is being deleted");
  }

  @Test
  void claims_are_of_the_namespace_of_the_pod() {
    assertThat(
            place(
                Clusters.of(
                    GPU_CLASS, node("a", "", 1), claim("namespace: other"), pod("p", NAMED))))
        .containsExactly("p: resourceclaim \"shared\" not found");
  }

  @Test
  void pods_that_share_a_claim_go_where_its_devices_are() {
    var cluster =
        Clusters.of(
            GPU_CLASS,
            node("a", "", 1),
            node("b", "", 0),
            SHARED,
            pod("p", NAMED),
            pod("q", NAMED));
    var scheduler = placing(cluster);

    assertThat(scheduler.pending().stream().map(scheduler::place).map(OfflineSchedulerTest::text))
        .containsExactly("p on a", "q on a");
    assertThat(scheduler.cluster().claims())
        .singleElement()
        .satisfies(
            claim ->
                assertThat(claim.status().reservedFor())
                    .extracting(ResourceClaimConsumerReference::name)
                    .containsExactly("p", "q"));
  }

  @Test
  void devices_elsewhere_are_of_no_use() {
    var cluster =
        Clusters.of(
            GPU_CLASS,
            node("a", "", 1),
            node("b", "", 0),
            SHARED,
            pod("p", NAMED),
            pod("q", "nodeSelector: {kubernetes.io/hostname: b}\n" + NAMED));

    assertThat(place(cluster))
        .containsExactly(
            "p on a",
            "q: 0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector,"
                + " 1 resourceclaim not available on the node.");
  }

  @Test
  void a_claim_has_at_most_256_users() {
    var cluster = Clusters.of(GPU_CLASS, node("a", "", 1), SHARED);
    var crowded =
        cluster
            .claims()
            .getFirst()
            .withStatus(
                cluster
                    .claims()
                    .getFirst()
                    .status()
                    .withReservedFor(
                        IntStream.range(0, 256)
                            .mapToObj(
                                i ->
                                    new ResourceClaimConsumerReference(
                                        "", "pods", "p" + i, "uid-" + i))
                            .toList()));
    var pods = Clusters.of(pod("p", NAMED)).pods();

    assertThat(place(cluster.withClaims(List.of(crowded)).withPods(pods)))
        .containsExactly(
            "p: resourceclaim \"shared\" is reserved for 256 consumers, and more are not allowed");
  }

  private static Cluster withStatus(Cluster cluster, String claim) {
    var status = new PodStatus("", List.of(new PodResourceClaimStatus("gpu", claim)));
    return cluster.withPods(cluster.pods().stream().map(pod -> pod.withStatus(status)).toList());
  }

  @Test
  void an_entry_that_needs_no_claim_is_passed_over() {
    var cluster = withStatus(Clusters.of(node("a", "", 0), pod("p", ONE_GPU)), "");

    assertThat(place(cluster)).containsExactly("p on a");
  }

  @Test
  void a_claim_made_before_is_used_again() {
    var made =
        claim(
            """
            annotations: {resource.kubernetes.io/pod-claim-name: gpu}, ownerReferences: [\
            {apiVersion: v1, kind: Pod, name: p, uid: Pod/default/p, controller: true}]\
            """);
    var cluster = Clusters.of(GPU_CLASS, node("a", "", 1), made, pod("p", ONE_GPU));

    for (var each : List.of(cluster, withStatus(cluster, "shared"))) {
      var scheduler = placing(each);

      assertThat(scheduler.place(scheduler.pending().getFirst())).isInstanceOf(PodOutcome.On.class);
      assertThat(scheduler.cluster().claims())
          .extracting(claim -> claim.metadata().name())
          .containsExactly("shared");
    }
  }

  @Test
  void a_claim_made_for_another_pod_is_not_taken() {
    var cluster =
        withStatus(Clusters.of(GPU_CLASS, node("a", "", 1), SHARED, pod("p", ONE_GPU)), "shared");

    assertThat(place(cluster))
        .containsExactly(
            "p: ResourceClaim default/shared was not created for Pod default/p (Pod is not"
                + " owner)");
  }

  @Test
  void a_claim_named_twice_is_allocated_once() {
    var twice =
        """
        containers: [{name: main}]
        resourceClaims:
        - {name: gpu, resourceClaimName: shared}
        - {name: again, resourceClaimName: shared}
        """;

    assertThat(place(Clusters.of(GPU_CLASS, node("a", "", 1), SHARED, pod("p", twice))))
        .containsExactly("p on a");
  }

  @Test
  void names_of_made_claims_do_not_collide() {
    var pod = Clusters.of(pod("p", ONE_GPU)).pods().getFirst();
    var template = Clusters.of(GPU_CLASS).templates().getFirst();
    var first = GeneratedClaims.of(pod, "gpu", template, _ -> false).metadata().name();
    var second = GeneratedClaims.of(pod, "gpu", template, first::equals).metadata().name();

    assertThat(second).isNotEqualTo(first).startsWith("p-gpu-");
  }

  @Test
  void long_names_are_cut_in_proportion() {
    assertThat(GeneratedClaims.base("pod", "entry")).isEqualTo("pod-entry-");
    assertThat(GeneratedClaims.base("p".repeat(80), "e".repeat(38)))
        .isEqualTo("p".repeat(38) + "-" + "e".repeat(18));
  }

  @Test
  void a_name_is_not_cut_at_a_dot() {
    assertThat(GeneratedClaims.base("p".repeat(37) + "." + "p".repeat(42), "e".repeat(38)))
        .isEqualTo("p".repeat(37) + "-" + "e".repeat(18));
  }

  @Test
  void a_mistake_in_the_claims_is_told() {
    var cluster = Clusters.of(GPU_CLASS, node("a", "", 1), pod("p", ONE_GPU));

    assertThat(place(cluster.withClasses(List.of())))
        .singleElement()
        .asString()
        .startsWith("p: 0/1 nodes are available: ")
        .contains("device class gpu does not exist");
  }
}
