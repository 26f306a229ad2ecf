package dev.dray.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.Kind;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.ledger.Ledger;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingAllocationsTest {
  private static final PoolId P = new PoolId("d", "p");
  private static final PoolId Q = new PoolId("d", "q");

  private long now;
  private final PendingAllocations pending = new PendingAllocations(() -> now);

  private static ResourceClaim claim(String uid, String device) {
    return HubItems.read(
        GuardedServer.tree(
            """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: c, namespace: ns, uid: "%s"}
            spec: {devices: {requests: [{name: main, exactly: {deviceClassName: gpu}}]}}
            status: {allocation: {devices: {results: [%s]}}}
            """
                .formatted(uid, GuardedServer.result(device))),
        Kind.RESOURCE_CLAIM,
        ResourceClaim.class);
  }

  private List<String> marks(String uid, PoolId... pools) {
    return pending.of(claim(uid, "gpu-9"), List.of(pools)).stream()
        .map(PendingAllocations.Accepted::mark)
        .toList();
  }

  @Test
  void an_allocation_is_pending_until_all_changes_of_its_revision_were_seen() {
    pending.add("one", claim("a", "gpu-0"), List.of(P));
    pending.add("two", claim("b", "gpu-1"), List.of(P));
    pending.told("one", 7);
    pending.told("two", 8);
    pending.told("never judged here", 7);

    pending.reached(6);
    assertThat(marks("z", P)).containsExactly("one", "two");
    pending.reached(7);
    assertThat(marks("z", P)).containsExactly("two");
    pending.reached(9);
    assertThat(marks("z", P)).isEmpty();
  }

  @Test
  void all_are_dropped_together_when_the_oldest_has_waited_too_long() {
    pending.add("one", claim("a", "gpu-0"), List.of(P));
    now = Duration.ofSeconds(5).toNanos();
    pending.add("two", claim("b", "gpu-1"), List.of(P));

    now = Duration.ofSeconds(10).toNanos();
    pending.reached(1);
    assertThat(marks("z", P)).containsExactly("one", "two");
    now++;
    pending.reached(1);
    assertThat(marks("z", P)).isEmpty();
  }

  @Test
  void all_are_dropped_together_when_there_are_too_many() {
    for (int i = 0; i < 512; i++) {
      pending.add("mark-" + i, claim("a", "gpu-0"), List.of(P));
    }
    pending.told("mark-0", 9);
    pending.reached(1);
    assertThat(marks("z", P)).hasSize(512);

    pending.add("mark-512", claim("a", "gpu-0"), List.of(P));
    pending.reached(1);
    assertThat(marks("z", P)).isEmpty();

    pending.add("mark-0", claim("a", "gpu-0"), List.of(P));
    pending.reached(9);
    assertThat(marks("z", P)).containsExactly("mark-0");
  }

  @Test
  void those_that_matter_are_of_other_claims_and_draw_on_one_of_the_pools() {
    pending.add("p", claim("a", "gpu-0"), List.of(P));
    pending.add("q", claim("b", "gpu-0"), List.of(Q));
    pending.add("nameless", claim("", "gpu-0"), List.of(P));

    assertThat(marks("z", P)).containsExactly("p", "nameless");
    assertThat(marks("a", P, Q)).containsExactly("q", "nameless");
    assertThat(marks("", P)).containsExactly("p", "nameless");
  }

  @Test
  void each_counts_beside_what_its_claim_is_known_to_hold() {
    var known = claim("a", "gpu-0");
    var ledger = Ledger.of(List.of(known));
    pending.add("other", claim("a", "gpu-1"), List.of(P));
    pending.add("known", known, List.of(P));

    var joined = PendingAllocations.joined(ledger, pending.of(claim("z", "gpu-9"), List.of(P)));

    assertThat(joined.usage(P).devices()).containsOnlyKeys("gpu-0", "gpu-1");
    assertThat(joined.claims()).hasSize(2);
  }
}
