package dev.dray.ledger;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.collection.HashTrie;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The holders of devices, shares, capacity and counters of every pool, by the claims alone.
 *
 * <p>A claim counts once, by its UID: the assumed copy and the one read back later are the same
 * claim, and the last one entered is right. Offline claims may have no UID; these go by namespace
 * and name.
 *
 * <p>Immutable. A changed ledger costs what the claim holds, not what the cluster does, and a pool
 * that the change does not touch keeps the very same {@link PoolUsage}.
 */
public final class Ledger {
  private static final Ledger EMPTY = new Ledger(HashTrie.empty(), HashTrie.empty());

  private final HashTrie<String, ResourceClaim> claims;
  private final HashTrie<PoolId, PoolUsage> pools;

  private Ledger(HashTrie<String, ResourceClaim> claims, HashTrie<PoolId, PoolUsage> pools) {
    this.claims = claims;
    this.pools = pools;
  }

  /** Returns the ledger without claims. */
  public static Ledger empty() {
    return EMPTY;
  }

  /** Returns the ledger of these claims; of several with one UID the last one counts. */
  public static Ledger of(Iterable<ResourceClaim> claims) {
    var ledger = EMPTY;
    for (var claim : claims) {
      ledger = ledger.with(claim);
    }
    return ledger;
  }

  /**
   * Returns the ledger with this claim as it is now, which holds nothing if it is not allocated.
   */
  public Ledger with(ResourceClaim claim) {
    if (claim.status().allocation().isEmpty()) {
      return without(claim);
    }
    var key = id(claim);
    var known = claims.find(key).map(HeldDevice::byPool).orElseGet(TreeMap::new);
    var changed = exchanged(known, HeldDevice.byPool(claim));
    return new Ledger(claims.with(key, claim), changed);
  }

  /** Returns the ledger without the claim, in whichever state it is given. */
  public Ledger without(ResourceClaim claim) {
    return without(id(claim));
  }

  /** Returns the ledger without the claim of this UID. */
  public Ledger without(String uid) {
    return claims
        .find(uid)
        .map(HeldDevice::byPool)
        .map(known -> new Ledger(claims.without(uid), exchanged(known, new TreeMap<>())))
        .orElse(this);
  }

  /** Returns the key of a claim: its UID, or namespace and name if it has none. */
  public static String id(ResourceClaim claim) {
    var metadata = claim.metadata();
    return metadata.uid().isEmpty() ? metadata.namespace() + "/" + metadata.name() : metadata.uid();
  }

  private HashTrie<PoolId, PoolUsage> exchanged(
      SortedMap<PoolId, List<HeldDevice>> before, SortedMap<PoolId, List<HeldDevice>> after) {
    var touched = new TreeSet<>(before.keySet());
    touched.addAll(after.keySet());
    var changed = pools;
    for (var pool : touched) {
      var old = before.getOrDefault(pool, List.of());
      var fresh = after.getOrDefault(pool, List.of());
      if (!old.equals(fresh)) {
        var usage = usage(pool).without(old).with(fresh);
        changed = usage.isNone() ? changed.without(pool) : changed.with(pool, usage);
      }
    }
    return changed;
  }

  /** Returns the usage of the pool: the same object as long as nothing of it changes. */
  public PoolUsage usage(PoolId pool) {
    return pools.find(pool).orElse(PoolUsage.NONE);
  }

  /** Returns the pools of which claims hold something, in order. */
  public List<PoolId> pools() {
    var sorted = new TreeSet<PoolId>();
    pools.forEach((pool, _) -> sorted.add(pool));
    return List.copyOf(sorted);
  }

  /** Returns the claim of this UID, if it is allocated. */
  public Optional<ResourceClaim> claim(String uid) {
    return claims.find(uid);
  }

  /** Returns every allocated claim, by namespace and name. */
  public List<ResourceClaim> claims() {
    var sorted = new ArrayList<ResourceClaim>(claims.size());
    claims.forEach((_, claim) -> sorted.add(claim));
    sorted.sort(Holder.CLAIMS);
    return List.copyOf(sorted);
  }

  /** Returns whether the same is held; other changes of a claim do not count. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Ledger that && pools.equals(that.pools);
  }

  @Override
  public int hashCode() {
    return pools.hashCode();
  }

  @Override
  public String toString() {
    var sorted = new TreeMap<PoolId, PoolUsage>();
    pools.forEach(sorted::put);
    return sorted.toString();
  }
}
