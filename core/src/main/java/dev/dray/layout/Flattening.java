package dev.dray.layout;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.inventory.Hidden;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.PoolGeneration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The flattening of slices: mixins, patches and taint rules merged into their devices, with the
 * origin of each value.
 *
 * <p>The inventory decides which patches and rules apply to which device, and which devices are
 * hidden; this class adds the origins. A test compares the values of both, device by device.
 */
public final class Flattening {
  private final Inventory inventory;
  private final TreeMap<Published, TreeMap<String, ResourceSlice>> slices = new TreeMap<>();

  /** The key of one generation of a pool. */
  private record Published(PoolId pool, long generation) implements Comparable<Published> {
    static Published by(ResourceSlice slice) {
      var spec = slice.spec();
      return new Published(new PoolId(spec.driver(), spec.pool().name()), spec.pool().generation());
    }

    @Override
    public int compareTo(Published other) {
      int byPool = pool.compareTo(other.pool);
      return byPool != 0 ? byPool : Long.compare(other.generation, generation);
    }
  }

  private Flattening(Gates gates) {
    inventory = new Inventory(gates);
  }

  public static Flattened of(
      List<ResourceSlice> slices,
      List<DeviceClass> classes,
      List<ResourceSlicePatch> patches,
      List<DeviceTaintRule> rules,
      Gates gates) {
    var flattening = new Flattening(gates);
    classes.forEach(flattening.inventory::put);
    patches.forEach(flattening.inventory::put);
    rules.forEach(flattening.inventory::put);
    slices.forEach(flattening::put);
    return flattening.flattened();
  }

  /** Flattens slices alone, without patches and taint rules. */
  public static Flattened of(List<ResourceSlice> slices, Gates gates) {
    return of(slices, List.of(), List.of(), List.of(), gates);
  }

  private void put(ResourceSlice slice) {
    inventory.put(slice);
    slices
        .computeIfAbsent(Published.by(slice), _ -> new TreeMap<>())
        .put(slice.metadata().name(), slice);
  }

  private Flattened flattened() {
    var pools = new ArrayList<FlatPool>();
    for (var pool : inventory.snapshot().pools()) {
      for (var generation : pool.generations()) {
        var state = generation == pool.newest() ? FlatPool.State.NEWEST : FlatPool.State.OUTDATED;
        var of = slices.get(new Published(pool.id(), generation.number()));
        if (of != null) {
          pools.add(
              new FlatPool(pool.id(), generation.number(), state, flat(of.values(), generation)));
        }
      }
    }
    return new Flattened(pools, inventory.takeNotices());
  }

  private List<FlatSlice> flat(Collection<ResourceSlice> published, PoolGeneration generation) {
    var amendments = inventory.amendments(generation);
    var flat = new ArrayList<FlatSlice>();
    int row = 0;
    for (var slice : published) {
      var merge = new SliceMerge(slice.spec(), generation);
      var devices = new ArrayList<FlatDevice>();
      for (var device : merge.devices()) {
        devices.add(merge.device(device, amendments.get(row), hidden(generation, row)));
        row++;
      }
      flat.add(new FlatSlice(slice, devices, merge.counterSets()));
    }
    return flat;
  }

  private static Optional<Hidden> hidden(PoolGeneration generation, int row) {
    return generation.traits(generation.traitsNumber(row)).hidden();
  }
}
