package dev.dray.guard;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.Kind;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.Pool;
import dev.dray.watch.Item;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The pools as drivers publish and administrators patch them; for one thread.
 *
 * <p>A pool is read when it is first asked for: a server that starts has thousands of slices, and
 * is asked about a few pools.
 */
final class PublishedPools {
  private final Inventory inventory;
  private final Map<String, PoolId> poolOf = new HashMap<>();
  private final Map<PoolId, Shelf> shelves = new HashMap<>();

  /** The slices of a pool by name. */
  private static final class Shelf {
    final TreeMap<String, Item> slices = new TreeMap<>();

    /** Those that changed since the inventory was told; all, as long as it never was. */
    final TreeSet<String> changed = new TreeSet<>();
  }

  /**
   * Merges slices with the server's gates, and with every gate by which schedulers may go although
   * this server would no longer store such objects: a device that is stored with them takes what
   * they say.
   */
  PublishedPools(Gates gates) {
    this.inventory =
        new Inventory(
            gates
                .with(Gate.DRA_RESOURCE_SLICE_MIXINS)
                .with(Gate.DRA_SHARED_CONSUMABLE_CAPACITY)
                .with(Gate.DRA_ADMIN_CONTROLLED_DEVICE_ATTRIBUTES));
  }

  /** A slice as it is since; empty if it is gone. */
  void applySlice(String name, Optional<Item> item) {
    var pool = item.map(PublishedPools::pool);
    var before = Optional.ofNullable(poolOf.remove(name));
    before.filter(it -> !pool.equals(before)).ifPresent(old -> take(old, name));
    pool.ifPresent(
        id -> {
          var shelf = shelves.computeIfAbsent(id, _ -> new Shelf());
          shelf.slices.put(name, item.orElseThrow());
          shelf.changed.add(name);
          poolOf.put(name, id);
        });
  }

  /** At once: later the name may be that of a slice of another pool. */
  private void take(PoolId id, String name) {
    var shelf = shelves.get(id);
    if (shelf != null) {
      shelf.slices.remove(name);
      shelf.changed.remove(name);
      inventory.removeSlice(name);
      if (shelf.slices.isEmpty()) {
        shelves.remove(id);
      }
    }
  }

  private static PoolId pool(Item item) {
    var driver = item.text("spec", "driver");
    var name = item.text("spec", "pool", "name");
    if (driver.isEmpty() || name.isEmpty()) {
      // Fails for bytes that cannot be read: no allocation is judged by a part of a pool.
      var tree = item.tree();
      return new PoolId(tree.text("spec", "driver"), tree.text("spec", "pool", "name"));
    }
    return new PoolId(driver, name);
  }

  void applyPatch(String name, Optional<Item> item) {
    item.ifPresentOrElse(
        it ->
            inventory.put(
                HubItems.read(it.tree(), Kind.RESOURCE_SLICE_PATCH, ResourceSlicePatch.class)),
        () -> inventory.removePatch(name));
  }

  void applyClass(String name, Optional<Item> item) {
    item.ifPresentOrElse(
        it -> inventory.put(HubItems.read(it.tree(), Kind.DEVICE_CLASS, DeviceClass.class)),
        () -> inventory.removeClass(name));
  }

  /** Returns the pool as it is published now, or nothing if it has no slices. */
  Optional<Pool> pool(PoolId id) {
    var shelf = shelves.get(id);
    if (shelf == null) {
      return Optional.empty();
    }
    for (var name : shelf.changed) {
      var item = shelf.slices.get(name);
      if (item != null) {
        inventory.put(HubItems.read(item.tree(), Kind.RESOURCE_SLICE, ResourceSlice.class));
      }
    }
    shelf.changed.clear();
    return inventory.snapshot().pool(id);
  }
}
