package dev.dray.guard;

import static dev.dray.guard.GuardedServer.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.api.meta.PoolId;
import dev.dray.kinds.StatusError;
import dev.dray.store.memory.MemoryStore;
import dev.dray.watch.Item;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AllocationGuardTest {
  private static final String SLICE =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: slice}
      spec:
        driver: d
        pool: {name: p, generation: 1, resourceSliceCount: 1}
        nodeName: node
        devices:
        - {name: gpu-0}
        - {name: gpu-1}
        - name: port
          allowMultipleAllocations: true
          capacity: {bandwidth: {value: 40G}}
      """;

  private final MemoryStore store = new MemoryStore(InstantSource.system());
  private GuardedServer server = new GuardedServer(store);

  @BeforeEach
  void publish() {
    server.put("resourceslices", SLICE);
    server.claim("a");
    server.claim("b");
  }

  @AfterEach
  void stop() {
    server.close();
    store.close();
  }

  private static String share(String id, String bandwidth) {
    return "{request: take-%s, driver: d, pool: p, device: port, shareID: %s, consumedCapacity: {bandwidth: %s}}"
        .formatted(bandwidth.toLowerCase(Locale.ROOT), id, bandwidth);
  }

  @Test
  void a_device_that_another_claim_holds_is_refused_by_a_conflict_that_names_the_claim()
      throws Exception {
    server.allocate("a", result("gpu-0"));

    assertThatThrownBy(() -> server.allocate("b", result("gpu-1"), result("gpu-0")))
        .asInstanceOf(type(StatusError.class))
        .satisfies(
            error -> {
              assertThat(error.reason()).isEqualTo(StatusError.Reason.CONFLICT);
              assertThat(error)
                  .hasMessage(
                      "Operation cannot be fulfilled on resourceclaims.resource.k8s.io \"b\":"
                          + " status.allocation.devices.results[1]: device gpu-0 in pool p of"
                          + " driver d is held by claim ns/a. Another client was faster: read the"
                          + " claims and slices again and choose other devices");
              assertThat(error.status().objects("details", "causes").getFirst().text("reason"))
                  .isEqualTo("DeviceInUse");
            });
  }

  @Test
  void a_share_whose_amount_is_not_recorded_counts_as_what_its_request_comes_to() throws Exception {
    server.allocate("a", share("s1", "30G").replace("consumedCapacity: {bandwidth: 30G}", ""));

    assertThatThrownBy(
            () ->
                server.allocate(
                    "b", share("s2", "20G").replace("consumedCapacity: {bandwidth: 20G}", "")))
        .hasMessageContaining(
            "has 40G of capacity bandwidth, 30G is used by claim ns/a, and 20G more is requested");
  }

  @Test
  void a_record_that_is_not_what_slices_and_request_come_to_is_refused_and_says_what_differs() {
    assertThatThrownBy(
            () ->
                server.allocate("a", share("s1", "30G").replace("bandwidth: 30G", "bandwidth: 1")))
        .asInstanceOf(type(StatusError.class))
        .satisfies(
            error -> {
              assertThat(error.reason()).isEqualTo(StatusError.Reason.CONFLICT);
              assertThat(error)
                  .hasMessage(
                      "Operation cannot be fulfilled on resourceclaims.resource.k8s.io \"a\":"
                          + " status.allocation.devices.results[0].consumedCapacity: 1 of capacity"
                          + " bandwidth of device port in pool p of driver d is recorded, but"
                          + " request take-30g comes to 30G. Slices may have changed since: read"
                          + " the claim and the slices again and allocate anew");
              assertThat(error.status().objects("details", "causes").getFirst().text("reason"))
                  .isEqualTo("RecordDiffers");
            });
  }

  @Test
  void admin_access_that_was_not_asked_for_is_refused() {
    assertThatThrownBy(
            () -> server.allocate("a", result("gpu-0").replace("}", ", adminAccess: true}")))
        .hasMessageContaining(
            "results[0].adminAccess: true is recorded, but request main does not ask for it");
  }

  @Test
  void what_was_decided_by_a_slice_as_it_was_is_refused_and_decided_anew() throws Exception {
    var decided = result("port").replace("}", ", shareID: s1, consumedCapacity: {bandwidth: 40G}}");
    server.put("resourceslices", SLICE.replace("40G", "60G"));

    assertThatThrownBy(() -> server.allocate("a", decided))
        .hasMessageContaining("is recorded, but request main comes to 60G");
    assertThatCode(() -> server.allocate("a", decided.replace("40G", "60G")))
        .doesNotThrowAnyException();
  }

  @Test
  void what_stored_mixins_say_counts_even_if_the_gate_is_off_by_now() throws Exception {
    server.close();
    server = new GuardedServer(store, Gates.defaults().without(Gate.DRA_RESOURCE_SLICE_MIXINS));
    server.put(
        "resourceslices",
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: counters}
        spec:
          driver: d
          pool: {name: m, generation: 1, resourceSliceCount: 2}
          nodeName: node
          mixins: {counterSet: [{name: whole, counters: {memory: {value: 40Gi}}}]}
          sharedCounters: [{name: gpu, includes: [whole]}]
        """);
    server.put(
        "resourceslices",
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: devices}
        spec:
          driver: d
          pool: {name: m, generation: 1, resourceSliceCount: 2}
          nodeName: node
          mixins: {deviceCounterConsumption: [{name: all, counters: {memory: {value: 40Gi}}}]}
          devices:
          - {name: d0, consumesCounters: [{counterSet: gpu, includes: [all]}]}
          - {name: d1, consumesCounters: [{counterSet: gpu, includes: [all]}]}
        """);
    server.allocate("a", "{request: main, driver: d, pool: m, device: d0}");

    assertThatThrownBy(
            () -> server.allocate("b", "{request: main, driver: d, pool: m, device: d1}"))
        .hasMessageContaining("has 40Gi, 40Gi is used by claim ns/a, and 40Gi more is requested");
  }

  @Test
  void what_was_given_back_can_be_had_at_once() throws Exception {
    server.allocate("a", result("gpu-0"));
    server.deallocate("a");

    assertThatCode(() -> server.allocate("b", result("gpu-0"))).doesNotThrowAnyException();
  }

  @Test
  void what_a_deleted_claim_held_can_be_had_even_if_it_is_made_anew() throws Exception {
    server.allocate("a", result("gpu-0"));
    server.delete("resourceclaims", "ns", "a");
    server.claim("a");

    assertThatCode(() -> server.allocate("b", result("gpu-0"))).doesNotThrowAnyException();
    assertThatThrownBy(() -> server.allocate("a", result("gpu-0"))).isInstanceOf(StatusError.class);
  }

  @Test
  void a_slice_that_is_changed_counts_as_it_is_now() throws Exception {
    server.allocate("a", share("s1", "30G"));
    assertThatThrownBy(() -> server.allocate("b", share("s2", "20G")))
        .hasMessageContaining("has 40G of capacity bandwidth, 30G is used by claim ns/a");

    server.put("resourceslices", SLICE.replace("40G", "60G"));

    assertThatCode(() -> server.allocate("b", share("s2", "20G"))).doesNotThrowAnyException();
  }

  @Test
  void a_patch_counts_from_when_it_is_there_until_it_is_gone() throws Exception {
    server.allocate("a", share("s1", "30G"));
    server.put("resourceslicepatches", patch("60G"));
    server.allocate("b", share("s2", "20G"));

    server.delete("resourceslicepatches", "", "patch");

    server.claim("c");
    assertThatThrownBy(() -> server.allocate("c", share("s3", "5G")))
        .hasMessageContaining("has 40G of capacity bandwidth");
  }

  @Test
  void who_does_not_know_a_patch_may_have_what_the_driver_publishes() throws Exception {
    server.allocate("a", share("s1", "10G"));
    server.put("resourceslicepatches", patch("15G"));

    assertThatCode(() -> server.allocate("b", share("s2", "20G"))).doesNotThrowAnyException();
    server.claim("c");
    assertThatThrownBy(() -> server.allocate("c", share("s3", "20G")))
        .hasMessageContaining("has 40G of capacity bandwidth");
  }

  @Test
  void what_only_a_patch_adds_is_not_given_twice() throws Exception {
    server.put("resourceslicepatches", patch("15G").replace("d/bandwidth", "d/extra"));
    server.allocate("a", withExtra(share("s1", "10G"), "15G"));

    assertThatThrownBy(() -> server.allocate("b", withExtra(share("s2", "10G"), "15G")))
        .hasMessageContaining("has 15G of capacity extra");
  }

  private static String withExtra(String share, String amount) {
    return share.replace("consumedCapacity: {", "consumedCapacity: {extra: %s, ".formatted(amount));
  }

  private static String patch(String bandwidth) {
    return """
    apiVersion: resource.k8s.io/v1alpha3
    kind: ResourceSlicePatch
    metadata: {name: patch}
    spec: {devices: {filter: {driver: d}, capacity: {d/bandwidth: {value: %s}}}}
    """
        .formatted(bandwidth);
  }

  @Test
  void a_slice_made_anew_for_another_pool_leaves_the_old_one() throws Exception {
    server.allocate("a", share("s1", "40G"));
    server.delete("resourceslices", "", "slice");
    server.put("resourceslices", SLICE.replace("name: p,", "name: q,"));

    // Nothing is known of the pool any more but who holds what by name.
    assertThatCode(() -> server.allocate("b", share("s2", "40G"))).doesNotThrowAnyException();
    server.claim("c");
    assertThatThrownBy(() -> server.allocate("c", share("s3", "41G").replace("pool: p", "pool: q")))
        .hasMessageContaining("0 is used, and 41G more is requested");
  }

  @Test
  void a_server_that_was_started_later_knows_what_is_held() throws Exception {
    server.allocate("a", result("gpu-0"));
    server.close();
    server = new GuardedServer(store);

    assertThatThrownBy(() -> server.allocate("b", result("gpu-0"))).isInstanceOf(StatusError.class);
  }

  @Test
  void an_allocation_judged_by_an_old_view_is_not_stored() throws Exception {
    long old = server.cache().catchUp(Duration.ofSeconds(10));
    var before = server.cache().find(GuardedServer.CLAIMS.key("ns", "b")).orElseThrow();
    var behind = new GuardedServer(store);
    // The other server does not hear of what comes: its cache follows no more.
    behind.close();
    server.allocate("a", result("gpu-0"));

    var allocation =
        Json.obj("devices", GuardedServer.tree("{results: [%s]}".formatted(result("gpu-0"))));

    assertThat(behind.attempt(before, Optional.of(allocation), old)).isFalse();
  }

  private Item stored(String claim) {
    return server.cache().find(GuardedServer.CLAIMS.key("ns", claim)).orElseThrow();
  }

  private boolean attempt(GuardedServer at, String claim, String result, long revision) {
    return attempt(at, stored(claim), result, revision);
  }

  private static boolean attempt(GuardedServer at, Item stored, String result, long revision) {
    var devices = GuardedServer.tree("{results: [%s]}".formatted(result));
    return at.attempt(stored, Optional.of(Json.obj("devices", devices)), revision);
  }

  @Test
  void allocations_from_one_pool_that_are_judged_at_the_same_time_are_all_stored()
      throws Exception {
    server.claim("c");
    long old = server.cache().catchUp(Duration.ofSeconds(10));
    var behind = new GuardedServer(store);
    // It hears of nothing that comes, as if all of them were judged before the first is stored.
    behind.close();

    assertThat(attempt(behind, "a", result("gpu-0"), old)).isTrue();
    assertThat(attempt(behind, "b", result("gpu-1"), old)).isTrue();
    assertThat(attempt(behind, "c", share("s1", "40G"), old)).isTrue();
  }

  @Test
  void those_ahead_that_do_not_go_together_keep_an_allocation_from_being_stored_after_them()
      throws Exception {
    server.claim("c");
    server.claim("d");
    long old = server.cache().catchUp(Duration.ofSeconds(10));
    var behind = new GuardedServer(store);
    behind.close();

    assertThat(attempt(behind, "a", result("gpu-0"), old)).isTrue();
    assertThat(attempt(behind, "b", result("gpu-0"), old)).isFalse();
    assertThat(attempt(behind, "c", share("s1", "30G"), old)).isTrue();
    assertThat(attempt(behind, "d", share("s2", "20G"), old)).isFalse();
  }

  @Test
  void an_allocation_that_lost_against_another_of_its_claim_does_not_hide_that_one()
      throws Exception {
    server.claim("c");
    server.cache().catchUp(Duration.ofSeconds(10));
    var before = stored("a");
    server.allocate("a", share("s1", "30G"));
    long revision = server.cache().catchUp(Duration.ofSeconds(10));
    var behind = new GuardedServer(store);
    behind.close();

    assertThat(attempt(behind, before, share("s2", "5G"), revision)).isFalse();
    assertThat(attempt(behind, "b", share("s3", "10G"), revision)).isTrue();
    assertThat(attempt(behind, "c", share("s4", "10G"), revision)).isFalse();
  }

  @Test
  void what_another_server_stored_in_between_is_not_passed_over() throws Exception {
    server.claim("c");
    long old = server.cache().catchUp(Duration.ofSeconds(10));
    var behind = new GuardedServer(store);
    behind.close();
    assertThat(attempt(behind, "a", result("gpu-0"), old)).isTrue();
    server.allocate("c", result("gpu-1"));

    assertThat(attempt(behind, "b", result("gpu-1"), old)).isFalse();
  }

  @Test
  void allocations_from_different_pools_do_not_meet() throws Exception {
    long old = server.cache().catchUp(Duration.ofSeconds(10));
    var before = server.cache().find(GuardedServer.CLAIMS.key("ns", "b")).orElseThrow();
    server.allocate("a", result("gpu-0"));

    var other = result("gpu-0").replace("pool: p", "pool: q");
    var allocation = Json.obj("devices", GuardedServer.tree("{results: [%s]}".formatted(other)));

    assertThat(server.attempt(before, Optional.of(allocation), old)).isTrue();
  }

  @Test
  void a_pool_is_idle_when_nobody_holds_anything_of_it() throws Exception {
    var pool = new PoolId("d", "p");
    server.allocate("a", result("gpu-0"));
    server.cache().catchUp(Duration.ofSeconds(10));
    assertThat(server.guard.isIdle(pool)).isFalse();

    server.deallocate("a");
    server.cache().catchUp(Duration.ofSeconds(10));

    assertThat(server.guard.isIdle(pool)).isTrue();
    assertThat(PoolKeys.pool(PoolKeys.of(pool))).isEqualTo(pool);
  }

  @Test
  void keys_of_pools_can_be_read_back() {
    for (var name : new String[] {"p", "a/b/c", "with space", "100%", "ü"}) {
      var pool = new PoolId("gpu.example.com", name);
      assertThat(PoolKeys.pool(PoolKeys.of(pool))).isEqualTo(pool);
    }
    assertThat(PoolKeys.of(new PoolId("gpu.example.com", "rack/node-1")))
        .isEqualTo("/registry/dray/allocations/gpu.example.com/rack/node-1");
  }

  @Test
  void a_patch_for_the_devices_of_a_class_counts_while_the_class_has_them() throws Exception {
    server.put("resourceslicepatches", patch("60G").replace("driver: d", "deviceClassName: ports"));
    server.allocate("a", share("s1", "30G"));
    assertThatThrownBy(() -> server.allocate("b", share("s2", "20G")))
        .hasMessageContaining("has 40G of capacity bandwidth");

    server.put(
        "deviceclasses",
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: ports}
        spec: {selectors: [{cel: {expression: device.driver == "d"}}]}
        """);
    server.allocate("b", share("s2", "20G"));

    server.delete("deviceclasses", "", "ports");
    server.claim("c");
    assertThatThrownBy(() -> server.allocate("c", share("s3", "5G")))
        .hasMessageContaining("has 40G of capacity bandwidth");
  }

  @Test
  void of_a_pool_that_loses_a_slice_the_others_still_count() throws Exception {
    var two = SLICE.replace("resourceSliceCount: 1", "resourceSliceCount: 2");
    server.put("resourceslices", two);
    server.put(
        "resourceslices",
        two.replace("name: slice", "name: more")
            .replace("gpu-", "more-")
            .replace("name: port", "name: more-port"));
    var more = share("s1", "41G").replace("device: port", "device: more-port");
    assertThatThrownBy(() -> server.allocate("a", more)).hasMessageContaining("has 40G");

    server.delete("resourceslices", "", "more");

    assertThatCode(() -> server.allocate("a", more)).doesNotThrowAnyException();
    assertThatThrownBy(() -> server.allocate("b", share("s2", "41G")))
        .hasMessageContaining("has 40G");
  }
}
