package dev.dray.framework;

import static dev.dray.framework.Clusters.GPU_CLASS;
import static dev.dray.framework.Clusters.PLAIN;
import static dev.dray.framework.Clusters.node;
import static dev.dray.framework.Clusters.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.FilterTimeout;
import dev.dray.api.core.Pod;
import dev.dray.api.core.PodStatus;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Condition;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.AllocatedDeviceStatus;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.DeviceAllocationResult;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.claim.ClaimStates;
import dev.dray.cluster.Cluster;
import dev.dray.framework.claim.GeneratedClaims;
import dev.dray.ledger.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SchedulerCacheTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static final String USES_C =
      "containers: [{name: main}]\nresourceClaims: [{name: x, resourceClaimName: c}]\n";

  private static String claim(String name) {
    return """
    ---
    apiVersion: resource.k8s.io/v1
    kind: ResourceClaim
    metadata: {name: %s}
    spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}
    """
        .formatted(name);
  }

  private static SchedulerCache board(Cluster cluster) {
    var cache = new SchedulerCache(Gates.defaults());
    tell(cache, cluster);
    return cache;
  }

  private static void tell(SchedulerCache cache, Cluster cluster) {
    cluster.nodes().forEach(cache::put);
    cluster.slices().forEach(cache::put);
    cluster.classes().forEach(cache::put);
    cluster.claims().forEach(cache::put);
    cluster.pods().forEach(cache::put);
    cache.settle();
  }

  private static Pod the(Cluster cluster, int number) {
    return cluster.pods().get(number);
  }

  private static SchedulerCache.Decision.Chosen chosen(SchedulerCache cache, Pod pod) {
    return (SchedulerCache.Decision.Chosen) cache.decide(pod, NOW);
  }

  private static SchedulerCache.Decision.Waits waits(SchedulerCache cache, Pod pod) {
    return waits(cache, pod, NOW);
  }

  private static SchedulerCache.Decision.Waits waits(SchedulerCache cache, Pod pod, Instant now) {
    return (SchedulerCache.Decision.Waits) cache.decide(pod, now);
  }

  private static String why(SchedulerCache cache, Pod pod) {
    return waits(cache, pod).reason().message();
  }

  private static Pod on(Pod pod, String node) {
    return pod.withSpec(pod.spec().withNodeName(node));
  }

  private static ResourceClaim version(ResourceClaim claim, int version) {
    return Parts.version(claim, version);
  }

  @Test
  void a_claim_in_flight_makes_others_wait_until_it_is_known_to_be_allocated() {
    var cluster =
        Clusters.of(GPU_CLASS, node("a", "", 2), claim("c"), pod("p", USES_C), pod("q", USES_C));
    var cache = board(cluster);
    var first = chosen(cache, the(cluster, 0));

    cache.assume(first);

    assertThat(why(cache, the(cluster, 1)))
        .isEqualTo(
            "0/1 nodes are available: resource claim default/c is in the process of being"
                + " allocated.");
    assertThat(cache.mightFit(the(cluster, 1))).isFalse();

    cache.written(version(first.allocated().getFirst(), 2));

    var second = chosen(cache, the(cluster, 1));
    assertThat(second.allocated()).isEmpty();
    assertThat(second.others()).containsExactly(version(first.allocated().getFirst(), 2));
  }

  @Test
  void what_was_assumed_and_forgotten_leaves_no_trace() {
    var cluster =
        Clusters.of(GPU_CLASS, node("a", "", 1), claim("c"), claim("d"), pod("p", USES_C));
    var cache = board(cluster);
    var before = chosen(cache, the(cluster, 0));

    cache.assume(before);
    assertThat(cache.ledger()).isNotEqualTo(Ledger.empty());
    cache.forget(before);

    assertThat(cache.ledger()).isEqualTo(Ledger.empty());
    assertThat(cache.decide(the(cluster, 0), NOW)).isEqualTo(before);
  }

  @Test
  void a_claim_that_another_pod_in_flight_shares_stays_in_flight() {
    var cluster =
        Clusters.of(GPU_CLASS, node("a", "", 1), claim("c"), pod("p", USES_C), pod("q", USES_C));
    var cache = board(cluster);
    var first = chosen(cache, the(cluster, 0));
    cache.assume(first);
    var stored = version(first.allocated().getFirst(), 2);
    cache.written(stored);
    cache.assume(chosen(cache, the(cluster, 1)));

    cache.forget(first);
    cache.put(version(cluster.claims().getFirst(), 3));

    assertThat(cache.ledger()).isEqualTo(Ledger.of(List.of(stored)));
  }

  @Test
  void an_answer_stands_until_an_informer_tells_of_the_same_version_or_a_newer_one() {
    var cluster = Clusters.of(GPU_CLASS, node("a", "", 1), claim("c"), pod("p", USES_C));
    var cache = board(cluster);
    var first = chosen(cache, the(cluster, 0));
    var stored = version(first.allocated().getFirst(), 10);
    cache.assume(first);
    cache.written(stored);
    cache.bound(first);

    cache.put(version(cluster.claims().getFirst(), 9));
    assertThat(cache.ledger()).isEqualTo(Ledger.of(List.of(stored)));

    cache.written(version(cluster.claims().getFirst(), 8));
    assertThat(cache.ledger()).isEqualTo(Ledger.of(List.of(stored)));

    cache.put(version(cluster.claims().getFirst(), 11));
    assertThat(cache.ledger()).isEqualTo(Ledger.empty());
  }

  @Test
  void an_answer_that_comes_after_the_claim_went_counts_for_nothing() {
    var cluster = Clusters.of(GPU_CLASS, node("a", "", 1), claim("c"), pod("p", USES_C));
    var cache = board(cluster);
    var first = chosen(cache, the(cluster, 0));
    cache.assume(first);
    cache.removeClaim(cluster.claims().getFirst());

    cache.written(version(first.allocated().getFirst(), 2));
    cache.forget(first);

    assertThat(cache.ledger()).isEqualTo(Ledger.empty());
    assertThat(cache.notReady(the(cluster, 0)).orElseThrow().message())
        .isEqualTo("resourceclaim \"c\" not found");
  }

  @Test
  void devices_that_come_back_wake_pods_and_are_found() {
    var cluster =
        Clusters.of(
            GPU_CLASS,
            node("a", "", 1),
            claim("c"),
            claim("d"),
            pod("p", USES_C),
            pod("q", USES_C.replace("resourceClaimName: c", "resourceClaimName: d")));
    var cache = board(cluster);
    var first = chosen(cache, the(cluster, 0));
    cache.assume(first);
    assertThat(why(cache, the(cluster, 1)))
        .isEqualTo("0/1 nodes are available: 1 cannot allocate all claims.");
    var stored = version(first.allocated().getFirst(), 2);
    cache.written(stored);
    cache.put(stored);
    cache.bound(first);
    long returns = cache.returns();
    assertThat(cache.mightFit(the(cluster, 1))).isFalse();

    cache.put(version(ClaimStates.released(stored), 3));

    assertThat(cache.returns()).isGreaterThan(returns);
    assertThat(cache.mightFit(the(cluster, 1))).isTrue();
    assertThat(chosen(cache, the(cluster, 1)).node()).isEqualTo("a");
  }

  @Test
  void a_pod_takes_room_from_when_it_is_assumed_until_it_has_ended() {
    var full = "status: {allocatable: {pods: 1}}\n";
    var cluster = Clusters.of(node("a", "", 0) + full, pod("p", PLAIN), pod("q", PLAIN));
    var cache = board(cluster);
    var first = chosen(cache, the(cluster, 0));
    var second = the(cluster, 1);

    cache.assume(first);
    assertThat(why(cache, second)).isEqualTo("0/1 nodes are available: 1 Too many pods.");
    cache.bound(first);
    assertThat(why(cache, second)).isEqualTo("0/1 nodes are available: 1 Too many pods.");
    cache.put(on(first.pod(), "a"));
    assertThat(cache.returns()).isZero();
    assertThat(why(cache, second)).isEqualTo("0/1 nodes are available: 1 Too many pods.");

    var ended = on(first.pod(), "a").withStatus(new PodStatus("Succeeded", List.of()));
    cache.put(ended);
    assertThat(cache.returns()).isEqualTo(1);
    assertThat(chosen(cache, second).node()).isEqualTo("a");
  }

  @Test
  void a_pod_that_goes_while_it_is_bound_leaves_its_room() {
    var full = "status: {allocatable: {pods: 1}}\n";
    var cluster = Clusters.of(node("a", "", 0) + full, pod("p", PLAIN), pod("q", PLAIN));
    var cache = board(cluster);
    var first = chosen(cache, the(cluster, 0));
    cache.assume(first);

    cache.removePod(first.pod());
    assertThat(why(cache, the(cluster, 1))).endsWith("Too many pods.");
    cache.bound(first);

    assertThat(chosen(cache, the(cluster, 1)).node()).isEqualTo("a");
  }

  @Test
  void pods_take_room_on_a_node_that_is_told_of_after_them() {
    var full = "status: {allocatable: {pods: 1}}\n";
    var cluster = Clusters.of(node("a", "", 0) + full, pod("p", PLAIN), pod("q", PLAIN));
    var cache = board(cluster.withNodes(List.of()));
    cache.put(on(the(cluster, 0), "a"));

    cache.put(cluster.nodes().getFirst());

    assertThat(why(cache, the(cluster, 1))).endsWith("Too many pods.");
  }

  @Test
  void more_than_can_be_counted_comes_back_too() {
    var huge = "containers: [{name: main, resources: {requests: {memory: 9000000000000000000}}}]\n";
    var cluster = Clusters.of(node("a", "", 0), pod("p", huge), pod("q", huge), pod("r", huge));
    var limited =
        Clusters.of(node("a", "", 0) + "status: {allocatable: {memory: 9000000000000000000}}\n");
    var cache = board(cluster.withNodes(limited.nodes()));
    cache.put(on(the(cluster, 0), "a"));
    cache.put(on(the(cluster, 1), "a"));

    cache.removePod(on(the(cluster, 0), "a"));
    assertThat(why(cache, the(cluster, 2))).endsWith("Insufficient memory.");
    cache.removePod(on(the(cluster, 1), "a"));

    assertThat(chosen(cache, the(cluster, 2)).node()).isEqualTo("a");
  }

  @Test
  void a_node_that_says_the_same_again_is_no_news() {
    var cluster = Clusters.of(GPU_CLASS, node("a", "", 1));
    var cache = board(cluster);

    assertThat(cache.put(cluster.nodes().getFirst())).isFalse();
    assertThat(cache.put(Clusters.of(node("a", "unschedulable: true", 0)).nodes().getFirst()))
        .isTrue();
    assertThat(cache.removeNode("a")).isTrue();
    assertThat(cache.removeNode("a")).isFalse();
    assertThat(cache.nodes()).isEmpty();
  }

  @Test
  void a_patch_that_does_nothing_is_no_news() {
    var cache = board(Clusters.of(GPU_CLASS, node("a", "", 1)));
    var patch =
        """
        apiVersion: resource.k8s.io/v1alpha3
        kind: ResourceSlicePatch
        metadata: {name: idle}
        spec:
          devices:
            filter: {driver: gpu.example.com, pool: %s}
            attributes: {gpu.example.com/size: {int: 1}}
        """;

    cache.put(Clusters.of(patch.formatted("elsewhere")).patches().getFirst());
    assertThat(cache.settle()).isFalse();
    cache.put(Clusters.of(patch.formatted("a")).patches().getFirst());
    assertThat(cache.settle()).isTrue();
    cache.put(Clusters.of(GPU_CLASS).classes().getFirst());
    assertThat(cache.settle()).isFalse();
    cache.removeClass("gpu");
    assertThat(cache.settle()).isTrue();
  }

  @Test
  void claims_must_be_there_before_a_pod_is_considered() {
    var cluster =
        Clusters.of(
            GPU_CLASS,
            node("a", "", 1),
            claim("c"),
            pod("named", USES_C.replace("Name: c", "Name: absent")),
            pod("templated", Clusters.ONE_GPU),
            pod("gated", "schedulingGates: [{name: g}]\n" + PLAIN));
    var cache = board(cluster);

    assertThat(cache.notReady(the(cluster, 0)).orElseThrow().message())
        .isEqualTo("resourceclaim \"absent\" not found");
    assertThat(cache.notReady(the(cluster, 1)).orElseThrow().message())
        .isEqualTo("pod \"default/templated\": ResourceClaim not created yet");
    assertThat(waits(cache, the(cluster, 2)).reason())
        .isInstanceOf(UnschedulableReason.Gated.class);
  }

  @Test
  void a_class_that_is_not_there_is_said_before_nodes_are_looked_at() {
    var cluster = Clusters.of(node("a", "unschedulable: true", 1), claim("c"), pod("p", USES_C));

    assertThat(why(board(cluster), the(cluster, 0)))
        .isEqualTo("0/1 nodes are available: request gpu: device class gpu does not exist.");
  }

  @Test
  void equal_pods_are_one_group_and_others_are_not() {
    var cluster =
        Clusters.of(
            GPU_CLASS,
            claim("c"),
            claim("d"),
            pod("p", USES_C),
            pod("q", USES_C.replace("Name: c", "Name: d")),
            pod("r", PLAIN));
    var cache = board(cluster);

    assertThat(cache.group(the(cluster, 0))).isEqualTo(cache.group(the(cluster, 1)));
    assertThat(cache.group(the(cluster, 0))).isNotEqualTo(cache.group(the(cluster, 2)));
  }

  /** A claim on node a whose device must be made ready first. */
  private static ResourceClaim binding(ResourceClaim claim, Optional<Condition> condition) {
    return binding(claim, Optional.empty(), List.of(device(Optional.empty(), condition)));
  }

  /** The same of a share, with what is known of the device's shares. */
  private static ResourceClaim binding(
      ResourceClaim claim, Optional<String> shareId, List<AllocatedDeviceStatus> devices) {
    var result =
        new DeviceRequestAllocationResult(
            "gpu",
            "gpu.example.com",
            "a",
            "gpu-0",
            Optional.empty(),
            List.of(),
            List.of("Ready"),
            List.of("Broken"),
            shareId,
            Map.of(),
            List.of(),
            Map.of(),
            Map.of());
    var allocation =
        new AllocationResult(
            new DeviceAllocationResult(List.of(result), List.of()),
            Optional.empty(),
            Optional.of(NOW.minus(SchedulerCache.BINDING_TIMEOUT)));
    var allocated = ClaimStates.allocated(claim, allocation);
    return allocated.withStatus(allocated.status().withDevices(devices));
  }

  private static AllocatedDeviceStatus device(
      Optional<String> shareId, Optional<Condition> condition) {
    return new AllocatedDeviceStatus(
        "gpu.example.com",
        "a",
        "gpu-0",
        shareId,
        condition.stream().toList(),
        Optional.empty(),
        Optional.empty());
  }

  private static Condition isTrue(String type) {
    return new Condition(type, "True", 0, Optional.empty(), "", "");
  }

  @Test
  void devices_that_never_became_ready_are_given_up() {
    var cluster = Clusters.of(GPU_CLASS, node("a", "", 1), claim("c"), pod("p", USES_C));
    var cache = board(cluster);
    var claim = cluster.claims().getFirst();
    var pod = the(cluster, 0);
    var late = NOW.plus(Duration.ofSeconds(1));

    cache.put(binding(claim, Optional.empty()));
    assertThat(cache.decide(pod, NOW)).isInstanceOf(SchedulerCache.Decision.Chosen.class);
    var waits = waits(cache, pod, late);
    assertThat(waits.reason().message())
        .isEqualTo("0/1 nodes are available: 1 resourceclaim not available on the node.");
    assertThat(waits.unavailable()).containsExactly(binding(claim, Optional.empty()));

    cache.put(binding(claim, Optional.of(isTrue("Ready"))));
    assertThat(cache.decide(pod, late)).isInstanceOf(SchedulerCache.Decision.Chosen.class);
    cache.put(binding(claim, Optional.of(isTrue("Broken"))));
    assertThat(cache.decide(pod, NOW)).isInstanceOf(SchedulerCache.Decision.Waits.class);
  }

  @Test
  void another_share_of_a_device_tells_nothing_of_ours() {
    var cluster = Clusters.of(GPU_CLASS, node("a", "", 1), claim("c"), pod("p", USES_C));
    var cache = board(cluster);
    var claim = cluster.claims().getFirst();
    var pod = the(cluster, 0);
    var late = NOW.plus(Duration.ofSeconds(1));
    var ours = Optional.of("11111111-1111-1111-1111-111111111111");
    var theirs = Optional.of("22222222-2222-2222-2222-222222222222");
    var ready = Optional.of(isTrue("Ready"));
    var broken = Optional.of(isTrue("Broken"));

    cache.put(binding(claim, ours, List.of(device(theirs, ready))));
    assertThat(cache.decide(pod, late)).isInstanceOf(SchedulerCache.Decision.Waits.class);
    cache.put(binding(claim, ours, List.of(device(theirs, broken), device(ours, ready))));
    assertThat(cache.decide(pod, late)).isInstanceOf(SchedulerCache.Decision.Chosen.class);
  }

  private static final String EXTENDED =
      GPU_CLASS.replace("  selectors:", "  extendedResourceName: example.com/gpu\n  selectors:");

  private static final String WANTS_EXTENDED =
      """
      initContainers:
      - {name: first, resources: {requests: {example.com/gpu: 2}}}
      containers:
      - {name: main, resources: {requests: {example.com/gpu: 1}}}
      """;

  private static final String LIMITED = "status: {allocatable: {pods: 10}}\n";

  private static Cluster extended() {
    return Clusters.of(
        EXTENDED, node("a", "", 0) + LIMITED, Clusters.slice("a", 2), pod("p", WANTS_EXTENDED));
  }

  @Test
  void the_claim_for_extended_resources_counts_once_whatever_the_server_calls_it() {
    var cluster = extended();
    var cache = board(cluster);
    var first = chosen(cache, the(cluster, 0));
    var claim = first.extended().orElseThrow();
    cache.assume(first);
    var stored =
        version(claim.withMetadata(claim.metadata().withUid("other").withName("other")), 5);

    cache.written(stored);

    assertThat(cache.ledger()).isEqualTo(Ledger.of(List.of(stored)));
    cache.bound(first);
    assertThat(cache.ledger()).isEqualTo(Ledger.of(List.of(stored)));
    cache.removeClaim(stored);
    assertThat(cache.ledger()).isEqualTo(Ledger.empty());
  }

  @Test
  void containers_are_told_which_requests_are_theirs() {
    var cluster = extended();

    assertThat(chosen(board(cluster), the(cluster, 0)).mappings())
        .containsExactly(
            new SchedulerCache.RequestMapping("main", "example.com/gpu", "container-1-request-0"),
            new SchedulerCache.RequestMapping("first", "example.com/gpu", "container-1-request-0"),
            new SchedulerCache.RequestMapping("first", "example.com/gpu", "container-0-request-0"));
  }

  @Test
  void a_claim_left_over_from_extended_resources_must_go_first() {
    var cluster = extended();
    var cache = board(cluster);
    var first = chosen(cache, the(cluster, 0));
    cache.assume(first);
    var stored = version(first.extended().orElseThrow(), 5);
    cache.written(stored);
    cache.forget(first);

    var waits = waits(cache, the(cluster, 0));

    assertThat(waits.reason().message())
        .isEqualTo("0/1 nodes are available: 1 cannot schedule extended resource claim.");
    assertThat(waits.unavailable()).containsExactly(stored).allMatch(GeneratedClaims::isExtended);
    cache.removeClaim(stored);
    assertThat(cache.decide(the(cluster, 0), NOW)).isEqualTo(first);
  }

  /** Node z sees a pool that counts as seen by many, and has two GPUs of it while a has one. */
  @Test
  void alternatives_are_looked_up_again_where_many_nodes_see_that_devices_were_taken() {
    var ranked =
        claim("c")
            .replace(
                "exactly: {deviceClassName: gpu}",
                "firstAvailable: [{name: two, deviceClassName: gpu, count: 2},"
                    + " {name: one, deviceClassName: gpu}]");
    var wide =
        "nodeSelector: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname,"
            + " operator: In, values: [z]}]}]}";
    var cluster =
        Clusters.of(
            GPU_CLASS,
            node("a", "", 1),
            node("z", "", 0),
            Clusters.slice("z", 2).replace("nodeName: z", wide),
            ranked,
            claim("d"),
            pod("p", USES_C),
            pod(
                "q",
                USES_C.replace("Name: c", "Name: d")
                    + "nodeSelector: {kubernetes.io/hostname: z}\n"));
    var cache =
        new SchedulerCache(
            Gates.defaults(),
            SchedulerCache.BINDING_TIMEOUT,
            FilterTimeout.ENDLESS,
            ScoringStrategy.LEAST_ALLOCATED,
            0);
    tell(cache, cluster);
    assertThat(chosen(cache, the(cluster, 0)).node()).isEqualTo("z");

    var other = chosen(cache, the(cluster, 1));
    cache.assume(other);
    other.allocated().forEach(cache::written);
    cache.bound(other);
    cache.removePod(other.pod());

    assertThat(chosen(cache, the(cluster, 0)).node()).isEqualTo("a");
  }

  @Test
  void equal_pods_ask_a_node_again_only_when_it_changed() {
    int nodes = 500;
    int pods = 1_000;
    var texts = new ArrayList<String>();
    texts.add(GPU_CLASS);
    IntStream.range(0, nodes).forEach(i -> texts.add(node("n" + i, "", 4)));
    IntStream.range(0, pods)
        .forEach(
            i -> {
              texts.add(claim("c" + i));
              texts.add(pod("p" + i, USES_C.replace("Name: c", "Name: c" + i)));
            });
    var cluster = Clusters.of(texts.toArray(String[]::new));
    var cache = board(cluster);

    for (var pod : cluster.pods()) {
      var chosen = chosen(cache, pod);
      cache.assume(chosen);
      chosen.allocated().forEach(cache::written);
      cache.bound(chosen);
      chosen.allocated().forEach(cache::put);
      cache.put(on(pod, chosen.node()));
    }

    assertThat(cache.asked()).isLessThanOrEqualTo(nodes + pods);
    assertThat(cache.ledger()).isEqualTo(cache.rebuilt());
  }
}
