package dev.dray.guard;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.ledger.Ledger;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The allocations that this server has approved and whose commit has not shown up in the cache yet;
 * not thread-safe.
 *
 * <p>Another allocation from the same pool need not wait for their outcome: judged as if all of
 * them were stored, it is right whichever of them are. Without this, of many concurrent allocations
 * from one pool, only one would be stored with each commit, and all others judged again.
 *
 * <p>This is safe as long as an allocation that was judged by one of them is also judged by those
 * that this one was judged by. So they are removed only when the cache has them, where every
 * judgement sees them, or all together.
 */
final class PendingAllocations {
  private static final int MOST = 512;
  private static final long LONGEST_NANOS = Duration.ofSeconds(10).toNanos();

  /**
   * An approved allocation.
   *
   * @param mark the text written into the keys of its pools, by which it is recognised there
   */
  record Accepted(String mark, ResourceClaim claim, List<PoolId> pools, long at) {
    /**
     * Returns the claim under a UID of its own, so that it counts beside what the same claim holds.
     */
    ResourceClaim apart() {
      return claim.withMetadata(claim.metadata().withUid(mark));
    }
  }

  /** A mark that was seen in the store. */
  private record Seen(String mark, long revision) {}

  private final LongSupplier nanoTime;
  private final Map<String, Accepted> judged = new LinkedHashMap<>();
  private final Deque<Seen> seen = new ArrayDeque<>();

  PendingAllocations(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Notes that a mark was written to a key of the store at a revision. */
  void told(String mark, long revision) {
    if (judged.containsKey(mark)) {
      seen.add(new Seen(mark, revision));
    }
  }

  /**
   * Removes the allocations stored up to a revision whose changes have all been seen. It must not
   * be done with each change, because only a part of its transaction may have been seen by then.
   */
  void reached(long revision) {
    while (!seen.isEmpty() && seen.getFirst().revision() <= revision) {
      judged.remove(seen.removeFirst().mark());
    }
    if (judged.size() > MOST || isStale()) {
      judged.clear();
      seen.clear();
    }
  }

  /** Returns whether the oldest has waited too long: some are never stored. */
  private boolean isStale() {
    return !judged.isEmpty()
        && nanoTime.getAsLong() - judged.values().iterator().next().at() > LONGEST_NANOS;
  }

  void add(String mark, ResourceClaim claim, List<PoolId> pools) {
    judged.put(mark, new Accepted(mark, claim, pools, nanoTime.getAsLong()));
  }

  /** Returns the pending allocations of other claims that draw on one of the pools. */
  List<Accepted> of(ResourceClaim claim, List<PoolId> pools) {
    var found = new ArrayList<Accepted>();
    for (var one : judged.values()) {
      // Of two allocations of one claim only one can be stored: the other finds the claim changed.
      if (!isSame(one.claim(), claim) && !Collections.disjoint(one.pools(), pools)) {
        found.add(one);
      }
    }
    return found;
  }

  /**
   * Returns a ledger of the most that can be held, whichever of them are stored.
   *
   * <p>Each counts beside what its claim is known to hold, not instead of it: it may have lost the
   * race against exactly that and never be stored.
   */
  static Ledger joined(Ledger ledger, List<Accepted> all) {
    var joined = ledger;
    for (var one : all) {
      if (!isKnown(ledger, one.claim())) {
        joined = joined.with(one.apart());
      }
    }
    return joined;
  }

  private static boolean isKnown(Ledger ledger, ResourceClaim claim) {
    return ledger
        .claim(Ledger.id(claim))
        .filter(it -> it.status().allocation().equals(claim.status().allocation()))
        .isPresent();
  }

  private static boolean isSame(ResourceClaim one, ResourceClaim other) {
    var uid = one.metadata().uid();
    return !uid.isEmpty() && uid.equals(other.metadata().uid());
  }
}
