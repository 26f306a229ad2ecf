package dev.dray.hollow;

import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What drivers and administrators say that hardware has. */
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
   * An administrator's word is taken for what hardware has. It still is when the patch is gone: who
   * was allocated while it stood may come to be prepared after that.
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

  /** How much a device has of a capacity; empty if it has none of the name. */
  Optional<Quantity> capacity(PoolId pool, PublishedDevice device, String name) {
    var spellings = QualifiedName.of(name, pool.driver());
    var published = spellings.in(device.capacity());
    var byPatch = spellings.in(patched);
    return published.isPresent() && byPatch.isPresent()
        ? Optional.of(greater(published.get(), byPatch.get()))
        : published.or(() -> byPatch);
  }
}
