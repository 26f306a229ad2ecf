package dev.dray.allocation.request;

import dev.dray.allocation.search.Pruning;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.inventory.Snapshot;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The most recently used allocation requests, shared by claims that ask for the same; for any
 * number of threads.
 *
 * <p>Each request keeps what it knows about pools, so the number that is kept depends on the number
 * of pools.
 */
public final class RecentAllocationRequests {
  private static final int MOST_ASKS = 64;
  private static final int MOST_PLANS = 300_000;

  private final LinkedHashMap<List<DeviceClaim>, AllocationRequest> known =
      new LinkedHashMap<>(16, 0.75f, true);

  private final Pruning.Skills skills;

  public RecentAllocationRequests(Pruning.Skills skills) {
    this.skills = skills;
  }

  /** The most pools a request has known so far; the next one is sized for as many. */
  private volatile int pools = 16;

  public AllocationRequestReader.Reading of(
      Snapshot snapshot, List<ResourceClaim> claims, SelectorCache selectorCache) {
    var key = claims.stream().map(claim -> claim.spec().devices()).toList();
    var request = find(key);
    pools = request == null ? pools : Math.max(pools, request.generations());
    if (request != null && request.isCurrent(snapshot) && !request.isWorn()) {
      return new AllocationRequestReader.Reading.Read(request);
    }
    var reading = new AllocationRequestReader(snapshot, selectorCache, skills, pools).read(claims);
    if (reading instanceof AllocationRequestReader.Reading.Read(var fresh)) {
      keep(key, fresh);
    }
    return reading;
  }

  private synchronized @Nullable AllocationRequest find(List<DeviceClaim> key) {
    return known.get(key);
  }

  public synchronized void clear() {
    known.values().forEach(request -> pools = Math.max(pools, request.generations()));
    known.clear();
  }

  public synchronized void forgetNode(String name) {
    known.values().forEach(request -> request.forgetNode(name));
  }

  public synchronized void forgetPool(PoolId pool) {
    known.values().forEach(request -> request.forgetPool(pool));
  }

  private synchronized void keep(List<DeviceClaim> key, AllocationRequest request) {
    known.put(key, request);
    long plans = known.values().stream().mapToLong(AllocationRequest::generations).sum();
    var oldestFirst = known.values().iterator();
    while (known.size() > 1 && (known.size() > MOST_ASKS || plans > MOST_PLANS)) {
      plans -= oldestFirst.next().generations();
      oldestFirst.remove();
    }
  }
}
