package dev.dray.hollow;

import static dev.dray.client.FakeApi.is;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.client.Call;
import dev.dray.client.Fault;
import dev.dray.client.Resources;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What hardware cannot do, and what it can although it looks alike. */
class RefusalsTest {
  private final HollowWorld world = new HollowWorld().node("node-1").node("node-2");

  private static final String PLAIN =
      """
      nodeName: node-1
      devices:
      - name: gpu-0
      - name: gpu-1
      """;

  private static final String COUNTERS =
      """
      nodeName: node-1
      sharedCounters:
      - name: gpu-0
        counters:
          memory: {value: 80Gi}
          slice-0: {value: "1"}
          slice-1: {value: "1"}
      """;

  private void runs(String pod) {
    assertThat(world.phase(pod)).as(() -> world.status(pod).toText()).isEqualTo("Running");
  }

  private void isRefused(String pod, String message) {
    assertThat(world.phase(pod)).as(() -> world.status(pod).toText()).isEqualTo("Failed");
    assertThat(world.status(pod).text("reason")).isEqualTo("UnexpectedAdmissionError");
    var told =
        "Failed to prepare dynamic resources: NodePrepareResources failed for ResourceClaim %s: %s"
            .formatted(pod, message);
    assertThat(world.message(pod)).isEqualTo("Pod was rejected: " + told);
    assertThat(world.api.events("FailedPrepareDynamicResources"))
        .extracting(it -> it.text("message"))
        .containsExactly(told);
  }

  @Test
  void a_device_that_another_claim_has() {
    world.slice("plain", PLAIN).podWith("first", "device: gpu-0");

    world.podWith("second", "device: gpu-0");

    runs("first");
    isRefused(
        "second", "device gpu.example.com/pool/gpu-0 is in use by ResourceClaim default/first");
  }

  @Test
  void claims_of_other_namespaces_are_not_called_by_their_names() {
    world.slice("plain", PLAIN).claimOf("first", "device: gpu-0");
    var claim = world.api.tree(Resources.CLAIMS, "default", "first");
    var elsewhere = Json.of("elsewhere");
    var namespace = List.of("metadata", "namespace");
    world.api.put(Resources.CLAIMS, claim.with(namespace, elsewhere));
    var pod = HollowWorld.pod("first", "node-1", Json.Obj.EMPTY, "first");
    world.put(pod.with(namespace, elsewhere));

    world.podWith("second", "device: gpu-0");

    isRefused(
        "second",
        "device gpu.example.com/pool/gpu-0 is in use by a ResourceClaim of another namespace");
  }

  private static final Predicate<Call> READ_CLAIM = is(Call.Verb.GET, Resources.CLAIMS);

  @Test
  void not_if_the_claim_has_another_device_by_now_of_which_nobody_told_yet() {
    world.slice("plain", PLAIN).podWith("first", "device: gpu-0");
    world.api.before(
        READ_CLAIM,
        () ->
            world.api.edit(
                Resources.CLAIMS,
                "default",
                "second",
                it ->
                    it.with(
                        List.of("status", "allocation", "devices", "results"),
                        Json.Arr.of(
                            HollowWorld.yaml(
                                "{request: r, driver: gpu.example.com, pool: pool, device:"
                                    + " gpu-1}")))));

    world.podWith("second", "device: gpu-0");

    runs("first");
    runs("second");
  }

  @Test
  void not_before_somebody_has_said_that_the_claim_is_still_so() {
    world.slice("plain", PLAIN).podWith("first", "device: gpu-0");
    world.api.next(READ_CLAIM, 2, Fault.unavailable());

    world.podWith("second", "device: gpu-0");

    assertThat(world.phase("second")).isNotEqualTo("Failed");
    world.loop.advance(Duration.ofSeconds(1));
    isRefused(
        "second", "device gpu.example.com/pool/gpu-0 is in use by ResourceClaim default/first");
  }

  @Test
  void a_device_that_the_same_claim_has_twice() {
    world.slice("plain", PLAIN).podWith("greedy", "device: gpu-0", "device: gpu-0");

    isRefused(
        "greedy", "device gpu.example.com/pool/gpu-0 is in use by ResourceClaim default/greedy");
    assertThat(world.prepared()).isZero();
  }

  @Test
  void nothing_of_a_claim_is_prepared_if_one_device_is_refused() {
    world.slice("plain", PLAIN).podWith("first", "device: gpu-1");
    world.podWith("second", "device: gpu-0", "device: gpu-1");

    world.podWith("third", "device: gpu-0");

    assertThat(world.phase("second")).isEqualTo("Failed");
    runs("third");
  }

  @Test
  void a_device_that_is_not_there() {
    world.slice("plain", PLAIN).podWith("lost", "device: gpu-7");
    assertThat(world.phase("lost")).isEqualTo("Pending");

    world.loop.advance(Duration.ofSeconds(10));

    isRefused("lost", "there is no device gpu.example.com/pool/gpu-7");
  }

  @Test
  void a_device_that_is_published_later_is_waited_for() {
    world.podWith("early", "device: gpu-0");
    assertThat(world.phase("early")).isEqualTo("Pending");

    world.slice("plain", PLAIN);

    runs("early");
  }

  @Test
  void a_device_of_another_node() {
    world.slice("plain", PLAIN).claimOf("astray", "device: gpu-0");

    world.pod("astray", "node-2", "astray");

    isRefused("astray", "device gpu.example.com/pool/gpu-0 cannot be used from node node-2");
  }

  @Test
  void a_claim_that_is_allocated_for_another_node() {
    world.slice("plain", PLAIN.replace("nodeName: node-1", "allNodes: true"));
    world.claimOf("astray", "device: gpu-0");
    world.api.edit(
        Resources.CLAIMS,
        "default",
        "astray",
        it ->
            it.with(
                List.of("status", "allocation", "nodeSelector"),
                HollowWorld.yaml(
                    "{nodeSelectorTerms: [{matchFields:"
                        + " [{key: metadata.name, operator: In, values: [node-1]}]}]}")));

    world.pod("astray", "node-2", "astray");

    isRefused("astray", "it is not allocated for node node-2");
  }

  private void partitions() {
    world
        .slice("counters", COUNTERS)
        .slice(
            "devices",
            """
            nodeName: node-1
            devices:
            - name: mig-0
              consumesCounters:
              - {counterSet: gpu-0, counters: {memory: {value: 20Gi}, slice-0: {value: "1"}},
                 compatibilityGroups: [mig]}
            - name: mig-0-bis
              consumesCounters:
              - {counterSet: gpu-0, counters: {memory: {value: 10Gi}, slice-0: {value: "1"}},
                 compatibilityGroups: [mig]}
            - name: mig-1
              consumesCounters:
              - {counterSet: gpu-0, counters: {memory: {value: 20Gi}, slice-1: {value: "1"}},
                 compatibilityGroups: [mig]}
            - name: vgpu-0
              consumesCounters:
              - {counterSet: gpu-0, counters: {memory: {value: 20Gi}}, compatibilityGroups: [vgpu]}
            - name: whole
              consumesCounters:
              - {counterSet: gpu-0, counters: {memory: {value: 80Gi}}}
            - name: sliver
              consumesCounters:
              - {counterSet: gpu-0, counters: {memory: {value: 1Gi}}}
            """);
  }

  @Test
  void two_schemes_of_partitioning_on_one_gpu() {
    partitions();
    world.podWith("mig", "device: mig-0");

    world.podWith("vgpu", "device: vgpu-0");

    runs("mig");
    isRefused(
        "vgpu",
        "device gpu.example.com/pool/vgpu-0 has compatibility groups [vgpu], but"
            + " gpu.example.com/pool/mig-0 of ResourceClaim default/mig has compatibility groups"
            + " [mig]: they cannot share counter set gpu-0");
  }

  @Test
  void a_device_without_a_group_beside_one_with() {
    partitions();
    world.podWith("mig", "device: mig-0");

    world.podWith("sliver", "device: sliver");

    isRefused(
        "sliver",
        "device gpu.example.com/pool/sliver has no compatibility groups, but"
            + " gpu.example.com/pool/mig-0 of ResourceClaim default/mig has compatibility groups"
            + " [mig]: they cannot share counter set gpu-0");
  }

  @Test
  void partitions_of_one_scheme_go_together() {
    partitions();
    world.podWith("one", "device: mig-0").podWith("other", "device: mig-1");

    runs("one");
    runs("other");
  }

  @Test
  void the_other_scheme_once_the_first_is_gone() {
    partitions();
    world.podWith("mig", "device: mig-0");
    world.api.remove(Resources.PODS, "default", "mig");
    world.loop.run();

    world.podWith("vgpu", "device: vgpu-0");

    runs("vgpu");
  }

  @Test
  void what_was_prepared_counts_and_not_what_the_slice_says_now() {
    partitions();
    world.podWith("mig", "device: mig-0");
    world.api.edit(
        Resources.SLICES,
        "",
        "devices",
        it -> HollowWorld.yaml(it.toText().replace("[\"mig\"]", "[\"vgpu\"]")));
    world.loop.run();

    world.podWith("vgpu", "device: vgpu-0");

    assertThat(world.phase("vgpu")).isEqualTo("Failed");
  }

  @Test
  void partitions_that_overlap() {
    partitions();
    world.podWith("first", "device: mig-0");

    world.podWith("second", "device: mig-0-bis");

    isRefused(
        "second",
        "device gpu.example.com/pool/mig-0-bis draws on counter slice-0 of counter set gpu-0, which"
            + " has 1, of which 1 is in use by ResourceClaim default/first, and the claim needs 1");
  }

  @Test
  void counters_and_draws_that_mixins_bring() {
    world
        .slice(
            "counters",
            """
            nodeName: node-1
            mixins: {counterSet: [{name: big, counters: {memory: {value: 40Gi}}}]}
            sharedCounters: [{name: gpu-0, includes: [big]}]
            """)
        .slice(
            "devices",
            """
            nodeName: node-1
            mixins:
              deviceCounterConsumption: [{name: half, counters: {memory: {value: 30Gi}}}]
            devices:
            - {name: a, consumesCounters: [{counterSet: gpu-0, includes: [half]}]}
            - {name: b, consumesCounters: [{counterSet: gpu-0, includes: [half]}]}
            - name: c
              consumesCounters:
              - {counterSet: gpu-0, includes: [half], counters: {memory: {value: 10Gi}}}
            """)
        .podWith("a", "device: a");

    world.podWith("c", "device: c").podWith("b", "device: b");

    runs("c");
    isRefused(
        "b",
        "device gpu.example.com/pool/b draws on counter memory of counter set gpu-0, which has"
            + " 40Gi, of which 40Gi is in use by ResourceClaim default/a, ResourceClaim default/c,"
            + " and the claim needs 30Gi");
  }

  private void port() {
    world
        .slice(
            "counters",
            """
            nodeName: node-1
            sharedCounters: [{name: pf, counters: {bandwidth: {value: 100G}}}]
            """)
        .slice(
            "devices",
            """
            nodeName: node-1
            devices:
            - name: vf-0
              consumesCounters:
              - counterSet: pf
                counters: {bandwidth: {valueFrom: {capacityKey: bandwidth}}}
            - name: vf-1
              consumesCounters:
              - counterSet: pf
                counters: {bandwidth: {valueFrom: {capacityKey: bandwidth}}}
            """);
  }

  @Test
  void more_bandwidth_than_the_port_has() {
    port();
    world.podWith("first", "{device: vf-0, consumedCounters: {pf: {bandwidth: 60G}}}");

    world.podWith("second", "{device: vf-1, consumedCounters: {pf: {bandwidth: 41G}}}");

    isRefused(
        "second",
        "device gpu.example.com/pool/vf-1 draws on counter bandwidth of counter set pf, which has"
            + " 100G, of which 60G is in use by ResourceClaim default/first, and the claim needs"
            + " 41G");
  }

  @Test
  void exactly_the_bandwidth_that_the_port_has() {
    port();
    world.podWith("first", "{device: vf-0, consumedCounters: {pf: {bandwidth: 60G}}}");

    world.podWith("second", "{device: vf-1, consumedCounters: {pf: {bandwidth: 40G}}}");

    runs("second");
  }

  @Test
  void bandwidth_that_the_claim_asks_for_and_nobody_wrote_down() {
    port();
    var asks =
        HollowWorld.yaml(
            "{devices: {requests: [{name: r, exactly:"
                + " {deviceClassName: c, capacity: {requests: {bandwidth: 60G}}}}]}}");
    world.claim("first", asks, List.of("first"), "device: vf-0").pod("first", "node-1", "first");

    world
        .claim("second", asks, List.of("second"), "device: vf-1")
        .pod("second", "node-1", "second");

    runs("first");
    assertThat(world.phase("second")).isEqualTo("Failed");
  }

  private static final String SHARED =
      """
      nodeName: node-1
      devices:
      - name: gpu-0
        allowMultipleAllocations: true
        capacity: {memory: {value: 40Gi}}
      """;

  private static String share(String id, String memory) {
    return "{device: gpu-0, shareID: %s, consumedCapacity: {gpu.example.com/memory: %s}}"
        .formatted(id, memory);
  }

  @Test
  void more_of_a_shared_device_than_it_has() {
    world.slice("shared", SHARED).podWith("first", share("a", "30Gi"));
    runs("first");

    world.podWith("second", share("b", "11Gi"));

    isRefused(
        "second",
        "device gpu.example.com/pool/gpu-0 has 40Gi of capacity memory, of which 30Gi is in use by"
            + " ResourceClaim default/first, and the claim needs 11Gi");
  }

  @Test
  void all_of_a_shared_device() {
    world.slice("shared", SHARED).podWith("first", share("a", "30Gi"));

    world.podWith("second", share("b", "10Gi"));

    runs("second");
  }

  @Test
  void an_administrator_is_believed_who_says_that_there_is_more() {
    world.api.put(
        Resources.PATCHES,
        HollowWorld.yaml(
            "{metadata: {name: more}, spec: {devices: {capacity: {gpu.example.com/memory:"
                + " {value: 50Gi}}}}}"));
    world.slice("shared", SHARED).podWith("first", share("a", "30Gi"));

    world.podWith("second", share("b", "20Gi"));

    runs("second");
  }

  @Test
  void all_of_a_device_of_which_others_have_shares() {
    world.slice("shared", SHARED).podWith("sharer", share("a", "1Gi"));

    world.podWith("owner", "device: gpu-0");

    isRefused(
        "owner", "device gpu.example.com/pool/gpu-0 is in use by ResourceClaim default/sharer");
  }

  @Test
  void shares_of_a_device_draw_fixed_amounts_once() {
    world
        .slice("counters", COUNTERS)
        .slice(
            "devices",
            """
            nodeName: node-1
            devices:
            - name: gpu-0
              allowMultipleAllocations: true
              capacity: {memory: {value: 40Gi}}
              consumesCounters: [{counterSet: gpu-0, counters: {memory: {value: 50Gi}}}]
            """)
        .podWith("first", share("a", "1Gi"));

    world.podWith("second", share("b", "1Gi"));

    runs("second");
  }

  @Test
  void admin_access_takes_nothing_and_is_never_refused() {
    world.slice("plain", PLAIN).podWith("admin", "{device: gpu-0, adminAccess: true}");

    world.podWith("user", "device: gpu-0").podWith("other", "{device: gpu-0, adminAccess: true}");

    runs("admin");
    runs("user");
    runs("other");
  }

  @Test
  void a_pool_of_the_network_is_the_same_from_every_node() {
    world.slice("net", PLAIN.replace("nodeName: node-1", "allNodes: true"));
    world.claimOf("first", "device: gpu-0").pod("first", "node-1", "first");

    world.claimOf("second", "device: gpu-0").pod("second", "node-2", "second");

    runs("first");
    isRefused(
        "second", "device gpu.example.com/pool/gpu-0 is in use by ResourceClaim default/first");
  }

  @Test
  void a_claim_may_be_used_by_pods_of_several_nodes() {
    world.slice("net", PLAIN.replace("nodeName: node-1", "allNodes: true"));
    world.claim("shared", List.of("first", "second"), "device: gpu-0");

    world.pod("first", "node-1", "shared").pod("second", "node-2", "shared");

    runs("first");
    runs("second");
  }

  @Test
  void other_devices_for_a_claim_that_is_in_use() {
    world.slice("plain", PLAIN);
    world.claim("shared", List.of("first", "second"), "device: gpu-0");
    world.pod("first", "node-1", "shared");
    world.claim("shared", List.of("first", "second"), "device: gpu-1");

    world.pod("second", "node-1", "shared");

    assertThat(world.message("second"))
        .endsWith(
            "ResourceClaim shared: other devices are prepared for it and in use by pods"
                + " uid-of-first");
  }

  @Test
  void a_device_that_draws_on_what_its_pool_does_not_have() {
    world.slice(
        "devices",
        """
        nodeName: node-1
        devices:
        - {name: gpu-0, consumesCounters: [{counterSet: nowhere, counters: {memory: {value: 1Gi}}}]}
        """);

    world.podWith("pod", "device: gpu-0");
    assertThat(world.phase("pod")).isEqualTo("Pending");
    world.loop.advance(Duration.ofSeconds(10));

    isRefused(
        "pod",
        "device gpu.example.com/pool/gpu-0 draws from counter set nowhere, which pool"
            + " gpu.example.com/pool does not have");
  }

  @Test
  void counters_that_are_published_after_the_devices_are_waited_for() {
    world.slice(
        "devices",
        """
        nodeName: node-1
        devices:
        - {name: gpu-0, consumesCounters: [{counterSet: card, counters: {memory: {value: 1Gi}}}]}
        """);
    world.podWith("early", "device: gpu-0");
    assertThat(world.phase("early")).isEqualTo("Pending");

    world.slice(
        "counters",
        """
        nodeName: node-1
        sharedCounters: [{name: card, counters: {memory: {value: 1Gi}}}]
        """);

    runs("early");
  }

  @Test
  void what_ran_before_a_restart_is_still_in_use() {
    partitions();
    world.podWith("mig", "{device: mig-0, compatibilityGroups: {gpu-0: [mig]}}");

    world.restart();
    world.podWith("vgpu", "device: vgpu-0");

    runs("mig");
    assertThat(world.phase("vgpu")).isEqualTo("Failed");
    assertThat(world.prepared()).isOne();
  }

  @Test
  void what_ran_before_a_restart_is_as_it_was_recorded() {
    partitions();
    world.podWith("mig", "{device: mig-0, compatibilityGroups: {gpu-0: [mig]}}");
    world.api.edit(
        Resources.SLICES,
        "",
        "devices",
        it -> HollowWorld.yaml(it.toText().replace("[\"mig\"]", "[\"vgpu\"]")));

    world.restart();
    world.podWith("vgpu", "device: vgpu-0");

    assertThat(world.phase("vgpu")).isEqualTo("Failed");
  }

  @Test
  void bandwidth_given_before_a_restart_is_remembered_although_the_function_is_gone() {
    port();
    world.podWith("first", "{device: vf-0, consumedCounters: {pf: {bandwidth: 60G}}}");
    world.slice(
        "devices",
        """
        nodeName: node-1
        devices:
        - name: vf-1
          consumesCounters:
          - {counterSet: pf, counters: {bandwidth: {valueFrom: {capacityKey: bandwidth}}}}
        """);

    world.restart();
    world.podWith("second", "{device: vf-1, consumedCounters: {pf: {bandwidth: 50G}}}");

    assertThat(world.phase("second")).isEqualTo("Failed");
  }

  @Test
  void a_pod_that_is_refused_takes_nothing() {
    world.slice("plain", PLAIN).podWith("first", "device: gpu-0").podWith("no", "device: gpu-0");
    world.api.edit(
        Resources.PODS,
        "default",
        "first",
        it -> it.with(List.of("status", "phase"), Json.of("Succeeded")));
    world.loop.run();

    world.podWith("last", "device: gpu-0");

    runs("last");
    assertThat(world.prepared()).isOne();
  }
}
