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

/**
 * Allocations that were judged here and may be stored by now, though the store has not told of them
 * yet; for one thread.
 *
 * <p>Who wants something of the same pool need not wait for what becomes of them: judged as if all
 * of them were stored, it may come after any of them. Without this, of many that ask for devices of
 * one pool at a time only one would be stored with each commit, and all others judged again.
 *
 * <p>That is safe for as long as whoever is judged by one of them is also judged by those that one
 * was judged by. Hence they leave when they are among what everybody sees, or all together.
 */
final class PendingAllocations {
  private static final int MOST = 512;
  private static final long LONGEST_NANOS = Duration.ofSeconds(10).toNanos();

  /**
   * An allocation.
   *
   * @param mark what is written into the keys of its pools, by which it is recognised there
   */
  record Judged(String mark, ResourceClaim claim, List<PoolId> pools, long at) {
    /** The claim as one of its own, whatever else the same claim holds. */
    ResourceClaim apart() {
      return claim.withMetadata(claim.metadata().withUid(mark));
    }
  }

  /** Something of which the store told. */
  private record Seen(String mark, long revision) {}

  private final Map<String, Judged> judged = new LinkedHashMap<>();
  private final Deque<Seen> seen = new ArrayDeque<>();

  /** The mark stands in a key of the store since a revision. */
  void told(String mark, long revision) {
    if (judged.containsKey(mark)) {
      seen.add(new Seen(mark, revision));
    }
  }

  /**
   * Lets go of what is known up to a revision, of which everything has been told. What of a
   * transaction was told so far may be a part of it.
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

  /** Some are never stored. */
  private boolean isStale() {
    return !judged.isEmpty()
        && System.nanoTime() - judged.values().iterator().next().at() > LONGEST_NANOS;
  }

  void add(String mark, ResourceClaim claim, List<PoolId> pools) {
    judged.put(mark, new Judged(mark, claim, pools, System.nanoTime()));
  }

  /** Those of other claims that draw on one of the pools. */
  List<Judged> of(ResourceClaim claim, List<PoolId> pools) {
    var found = new ArrayList<Judged>();
    for (var one : judged.values()) {
      // Of the same claim only one can be stored: the other finds it changed.
      if (!isSame(one.claim(), claim) && !Collections.disjoint(one.pools(), pools)) {
        found.add(one);
      }
    }
    return found;
  }

  /**
   * What is held at most, whichever of them are stored.
   *
   * <p>Each counts beside what its claim is known to hold, not instead of it: it may have lost
   * against just that and never be stored.
   */
  static Ledger joined(Ledger ledger, List<Judged> all) {
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
