package dev.dray.hollow;

import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The hardware as published by drivers and administrators. */
final class Published {
  private final Map<PoolId, PublishedPool> pools = new HashMap<>();
  private final Map<String, Quantity> patched = new HashMap<>();

  void put(ResourceSlice slice) {
    pools.computeIfAbsent(poolOf(slice), _ -> new PublishedPool()).put(slice);
  }

  void remove(ResourceSlice slice) {
    var pool = pools.get(poolOf(slice));
    if (pool != null) {
      pool.remove(slice);
      if (pool.isEmpty()) {
        pools.remove(poolOf(slice));
      }
    }
  }

  private static PoolId poolOf(ResourceSlice slice) {
    return new PoolId(slice.spec().driver(), slice.spec().pool().name());
  }

  /**
   * Adds the capacities of a patch. An administrator's values are taken for what the hardware has,
   * even after the patch is deleted: a claim allocated under it may be prepared later.
   */
  void put(ResourceSlicePatch patch) {
    patch
        .spec()
        .devices()
        .capacity()
        .forEach((name, it) -> patched.merge(name, it.value(), Published::greater));
  }

  private static Quantity greater(Quantity one, Quantity other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  Optional<PublishedPool> pool(PoolId id) {
    return Optional.ofNullable(pools.get(id));
  }

  /** Returns the capacity of a device by name; empty if it has none of that name. */
  Optional<Quantity> capacity(PoolId pool, PublishedDevice device, String name) {
    var spellings = QualifiedName.of(name, pool.driver());
    var published = spellings.in(device.capacity());
    var byPatch = spellings.in(patched);
    return published.isPresent() && byPatch.isPresent()
        ? Optional.of(greater(published.get(), byPatch.get()))
        : published.or(() -> byPatch);
  }
}
