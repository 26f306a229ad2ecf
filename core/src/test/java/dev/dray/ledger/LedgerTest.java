package dev.dray.ledger;

import static dev.dray.ledger.Claims.holding;
import static dev.dray.ledger.Claims.requesting;
import static dev.dray.ledger.Claims.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimConsumerReference;
import dev.dray.api.resource.ResourceClaimStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LedgerTest {
  private static final PoolId POOL = new PoolId("d", "p");
  private static final PoolId OTHER = new PoolId("d", "other");

  private static Quantity q(String text) {
    return Quantity.parse(text);
  }

  private static List<String> holders(Ledger ledger, PoolId pool, String device) {
    var use = ledger.usage(pool).device(device).orElse(DeviceUse.NONE);
    var holders = new ArrayList<String>();
    use.exclusive().forEach(one -> holders.add(one.holder().claim()));
    use.shares().forEach(one -> holders.add(one.holder().claim() + " " + one.shareId().get()));
    return holders;
  }

  @Test
  void a_device_is_held_by_the_request_that_got_it() {
    var ledger = Ledger.empty().with(holding("a", result("p", "gpu-0")));

    var use = ledger.usage(POOL).device("gpu-0").orElseThrow();

    assertThat(use.exclusive())
        .extracting(AllocatedShare::holder)
        .containsExactly(new Holder("ns", "a", "uid-a", "main"));
    assertThat(use.shares()).isEmpty();
    assertThat(ledger.usage(POOL).device("gpu-1")).isEmpty();
    assertThat(ledger.usage(OTHER)).isSameAs(PoolUsage.NONE);
    assertThat(ledger.pools()).containsExactly(POOL);
  }

  @Test
  void a_share_is_held_with_its_capacity_in_the_shortest_spelling() {
    var ledger =
        Ledger.empty()
            .with(
                holding(
                    "a",
                    result(
                        "p", "gpu-0", "shareID: s1", "consumedCapacity: {d/memory: 2, x/y: 1}")));

    var share = ledger.usage(POOL).device("gpu-0").orElseThrow().shares().getFirst();

    assertThat(share.shareId()).contains("s1");
    assertThat(share.consumedCapacity()).isEqualTo(Map.of("memory", q("2"), "x/y", q("1")));
  }

  @Test
  void of_two_spellings_of_one_capacity_the_qualified_one_counts() {
    var ledger =
        Ledger.empty()
            .with(
                holding(
                    "a",
                    result(
                        "p",
                        "gpu-0",
                        "shareID: s1",
                        "consumedCapacity: {d/memory: 2, memory: 1}")));

    var share = ledger.usage(POOL).device("gpu-0").orElseThrow().shares().getFirst();

    assertThat(share.consumedCapacity()).isEqualTo(Map.of("memory", q("2")));
  }

  @Test
  void admin_access_holds_nothing() {
    var claim =
        holding(
            "a",
            result("p", "gpu-0", "adminAccess: true", "consumedCounters: {set: {slots: 3}}"),
            result(
                "p", "gpu-1", "adminAccess: true", "shareID: s", "compatibilityGroups: {s: [g]}"),
            result("other", "gpu-2", "adminAccess: false"));

    var ledger = Ledger.empty().with(claim);

    assertThat(ledger.pools()).containsExactly(OTHER);
    assertThat(ledger.claim("uid-a")).contains(claim);
  }

  @Test
  void a_claim_in_flight_and_read_back_counts_once() {
    var inFlight =
        holding(
            "a",
            result(
                "p",
                "gpu-0",
                "shareID: s1",
                "consumedCapacity: {memory: 2}",
                "consumedCounters: {set: {slots: 3}}"));
    var stored = inFlight.withMetadata(inFlight.metadata().withGeneration(7));

    var ledger = Ledger.empty().with(inFlight).with(stored);

    assertThat(holders(ledger, POOL, "gpu-0")).containsExactly("a s1");
    assertThat(ledger.usage(POOL).consumed(new CounterId("set", "slots"))).isEqualTo(q("3"));
    assertThat(ledger.claim("uid-a")).contains(stored);
  }

  @Test
  void a_claim_allocated_anew_holds_only_what_it_has_now() {
    var ledger =
        Ledger.empty()
            .with(holding("a", result("p", "gpu-0"), result("other", "gpu-0")))
            .with(holding("a", result("p", "gpu-1")));

    assertThat(ledger.usage(POOL).devices()).containsOnlyKeys("gpu-1");
    assertThat(ledger.pools()).containsExactly(POOL);
  }

  @Test
  void a_claim_recreated_under_its_name_is_another_one() {
    var first = holding("a", result("p", "gpu-0"));
    var second = recreated(first, "uid-new");

    var ledger = Ledger.empty().with(first).with(second);

    assertThat(holders(ledger, POOL, "gpu-0")).containsExactly("a", "a");
    assertThat(holders(ledger.without("uid-a"), POOL, "gpu-0")).containsExactly("a");
  }

  @Test
  void claims_without_a_uid_go_by_namespace_and_name() {
    var one = recreated(holding("a", result("p", "gpu-0")), "");
    var two = recreated(holding("b", result("p", "gpu-1")), "");

    var ledger = Ledger.of(List.of(one, two, one));

    assertThat(ledger.usage(POOL).devices()).containsOnlyKeys("gpu-0", "gpu-1");
    assertThat(ledger.without(one).usage(POOL).devices()).containsOnlyKeys("gpu-1");
  }

  private static ResourceClaim recreated(ResourceClaim claim, String uid) {
    var old = claim.metadata();
    return claim.withMetadata(
        new ObjectMeta(
            old.name(),
            old.generateName(),
            old.namespace(),
            old.selfLink(),
            uid,
            old.resourceVersion(),
            old.generation(),
            old.creationTimestamp(),
            old.deletionTimestamp(),
            old.deletionGracePeriodSeconds(),
            old.labels(),
            old.annotations(),
            old.ownerReferences(),
            old.finalizers(),
            old.managedFields()));
  }

  @Test
  void a_claim_without_allocation_or_gone_holds_nothing() {
    var claim = holding("a", result("p", "gpu-0", "consumedCounters: {set: {slots: 3}}"));
    var ledger = Ledger.empty().with(claim);

    assertThat(ledger.with(claim.withStatus(ResourceClaimStatus.EMPTY))).isEqualTo(Ledger.empty());
    assertThat(ledger.without("uid-a")).isEqualTo(Ledger.empty());
    assertThat(ledger.without("uid-a").usage(POOL)).isSameAs(PoolUsage.NONE);
    assertThat(ledger.without("uid-a").claims()).isEmpty();
    assertThat(ledger.without("uid-b")).isSameAs(ledger);
  }

  @Test
  void a_device_given_twice_stays_held_until_both_are_gone() {
    var ledger =
        Ledger.empty()
            .with(holding("b", result("p", "gpu-0")))
            .with(holding("a", result("p", "gpu-0")));

    assertThat(holders(ledger, POOL, "gpu-0")).containsExactly("a", "b");
    assertThat(holders(ledger.without("uid-a"), POOL, "gpu-0")).containsExactly("b");
  }

  @Test
  void shares_are_listed_by_claim_and_share() {
    var one = holding("b", result("p", "g", "shareID: s3"));
    var two = holding("a", result("p", "g", "shareID: s2"), result("p", "g", "shareID: s1"));

    var inOrder = List.of("a s1", "a s2", "b s3");

    assertThat(holders(Ledger.of(List.of(one, two)), POOL, "g")).isEqualTo(inOrder);
    assertThat(holders(Ledger.of(List.of(two, one)), POOL, "g")).isEqualTo(inOrder);
  }

  @Test
  void recorded_counters_are_summed_over_all_holders_and_forgotten_with_them() {
    var slots = new CounterId("set", "slots");
    var ledger =
        Ledger.empty()
            .with(holding("a", result("p", "vf-0", "consumedCounters: {set: {slots: 3}}")))
            .with(holding("b", result("p", "vf-1", "consumedCounters: {set: {slots: 1500m}}")))
            .with(holding("c", result("p", "vf-1", "shareID: s", "consumedCounters: {t: {u: 1}}")));

    assertThat(ledger.usage(POOL).consumedCounters())
        .isEqualTo(Map.of(slots, q("4.5"), new CounterId("t", "u"), q("1")));
    assertThat(ledger.without("uid-a").usage(POOL).consumed(slots)).isEqualTo(q("1.5"));
    assertThat(ledger.without("uid-c").usage(POOL).consumedCounters()).containsOnlyKeys(slots);
    assertThat(ledger.usage(OTHER).consumed(slots)).isEqualTo(Quantity.ZERO);
  }

  @Test
  void what_was_requested_is_that_of_the_alternative_or_if_none_is_named_the_largest() {
    var request =
        "{name: main, firstAvailable: ["
            + "{name: big, deviceClassName: gpu, capacity: {requests: {d/bandwidth: 10}}},"
            + "{name: small, deviceClassName: gpu, capacity: {requests: {bandwidth: 1}}}]}";
    var named = "{request: main/small, driver: d, pool: p, device: vf-0}";
    var ledger = Ledger.empty().with(requesting("a", request, named, result("p", "vf-1")));

    assertThat(exclusive(ledger, "vf-0").requested()).isEqualTo(Map.of("bandwidth", q("1")));
    assertThat(exclusive(ledger, "vf-1").requested()).isEqualTo(Map.of("bandwidth", q("10")));
  }

  private static AllocatedShare exclusive(Ledger ledger, String device) {
    return ledger.usage(POOL).device(device).orElseThrow().exclusive().getFirst();
  }

  @Test
  void a_pool_keeps_its_very_usage_while_nothing_of_it_changes() {
    var claim = holding("a", result("p", "gpu-0"));
    var before = Ledger.empty().with(claim).with(holding("b", result("other", "gpu-0")));
    var reserved =
        claim.withStatus(
            claim
                .status()
                .withReservedFor(
                    List.of(new ResourceClaimConsumerReference("", "pods", "pod", "uid"))));

    var after = before.with(reserved).without("uid-b");

    assertThat(after.usage(POOL)).isSameAs(before.usage(POOL));
    assertThat(after.claim("uid-a")).contains(reserved);
    assertThat(after.usage(OTHER)).isSameAs(PoolUsage.NONE);
  }

  @Test
  void ledgers_are_equal_if_the_same_is_held() {
    var ledger = Ledger.empty().with(holding("a", result("p", "gpu-0")));
    var same = Ledger.empty().with(holding("a", result("p", "gpu-0")));
    var other = Ledger.empty().with(holding("a", result("p", "gpu-1")));

    assertThat(ledger).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(other);
    assertThat(ledger.usage(POOL)).isEqualTo(same.usage(POOL)).isNotEqualTo(other.usage(POOL));
    assertThat(ledger.hashCode()).isNotEqualTo(other.hashCode());
  }

  @Test
  void a_ledger_is_told_by_pool_device_and_holder() {
    var ledger =
        Ledger.empty()
            .with(holding("a", result("p", "gpu-0", "consumedCounters: {set: {slots: 3}}")));

    assertThat(ledger.toString()).contains("d/p", "gpu-0", "holder=ns/a, request main", "slots");
  }

  @Test
  void a_share_that_one_claim_has_twice_is_listed_in_the_order_of_its_status() {
    var twice =
        holding(
            "a",
            result("p", "gpu-0", "shareID: s", "consumedCapacity: {memory: 2}"),
            result("p", "gpu-0", "shareID: s", "consumedCapacity: {memory: 1}"));

    assertThat(Ledger.empty().with(twice).usage(POOL).device("gpu-0").orElseThrow().shares())
        .extracting(share -> share.consumedCapacity().get("memory"))
        .containsExactly(q("2"), q("1"));
  }
}
