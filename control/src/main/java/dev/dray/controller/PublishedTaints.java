package dev.dray.controller;

import dev.dray.api.meta.DeviceId;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceTaint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The taints that drivers publish with their devices and that evict.
 *
 * <p>Neither mixins nor patches have taints, so these are all but those of rules. Of each pool the
 * newest generation counts.
 */
final class PublishedTaints {
  private final Map<PoolId, Pool> pools = new HashMap<>();
  private final Map<String, PoolId> poolOf = new HashMap<>();

  /**
   * The relevant part of a slice.
   *
   * @param taints the taints by device; only of devices that have any
   */
  private record Slice(long generation, Map<DeviceId, List<Taint>> taints) {}

  private static final class Pool {
    private final TreeMap<String, Slice> slices = new TreeMap<>();
    private long newest = Long.MIN_VALUE;
    private Map<DeviceId, List<Taint>> taints = Map.of();

    /** Returns the devices whose taints changed. */
    SortedSet<DeviceId> update() {
      newest = Long.MIN_VALUE;
      slices.values().forEach(slice -> newest = Math.max(newest, slice.generation()));
      var before = taints;
      taints = new HashMap<>();
      for (var slice : slices.values()) {
        if (slice.generation() == newest) {
          taints.putAll(slice.taints());
        }
      }
      return differences(before, taints);
    }

    private static SortedSet<DeviceId> differences(
        Map<DeviceId, List<Taint>> before, Map<DeviceId, List<Taint>> now) {
      var changed = new TreeSet<DeviceId>();
      before.forEach(
          (device, taints) -> {
            if (!taints.equals(now.get(device))) {
              changed.add(device);
            }
          });
      now.keySet().stream().filter(device -> !before.containsKey(device)).forEach(changed::add);
      return changed;
    }
  }

  /** Adds or replaces a slice. Returns the devices whose taints changed. */
  SortedSet<DeviceId> put(ResourceSlice slice) {
    var name = slice.metadata().name();
    var id = idOf(slice);
    var old = poolOf.put(name, id);
    var changed = old == null || old.equals(id) ? new TreeSet<DeviceId>() : remove(name, old);
    var pool = pools.computeIfAbsent(id, _ -> new Pool());
    pool.slices.put(name, new Slice(slice.spec().pool().generation(), taints(slice, id)));
    changed.addAll(pool.update());
    return changed;
  }

  SortedSet<DeviceId> remove(String name) {
    var id = poolOf.remove(name);
    return id == null ? new TreeSet<>() : remove(name, id);
  }

  private SortedSet<DeviceId> remove(String name, PoolId id) {
    var pool = pools.get(id);
    if (pool == null) {
      return new TreeSet<>();
    }
    pool.slices.remove(name);
    if (pool.slices.isEmpty()) {
      pools.remove(id);
    }
    return pool.update();
  }

  private static PoolId idOf(ResourceSlice slice) {
    return new PoolId(slice.spec().driver(), slice.spec().pool().name());
  }

  private static Map<DeviceId, List<Taint>> taints(ResourceSlice slice, PoolId pool) {
    var created = slice.metadata().creationTimestamp().orElse(Instant.EPOCH);
    var taints = new HashMap<DeviceId, List<Taint>>();
    for (var device : slice.spec().devices()) {
      var id = new DeviceId(pool, device.name());
      var evicting = evicting(device, id, created);
      if (!evicting.isEmpty()) {
        taints.put(id, evicting);
      }
    }
    return taints;
  }

  private static List<Taint> evicting(Device device, DeviceId id, Instant created) {
    List<Taint> evicting = new ArrayList<>();
    for (int i = 0; i < device.taints().size(); i++) {
      var taint = device.taints().get(i);
      if (evicts(taint)) {
        evicting.add(new Taint.Published(id, i, taint, taint.timeAdded().orElse(created)));
      }
    }
    return evicting;
  }

  static boolean evicts(DeviceTaint taint) {
    return taint.effect().equals("NoExecute");
  }

  List<Taint> of(DeviceId device) {
    var pool = pools.get(device.pool());
    return pool == null ? List.of() : pool.taints.getOrDefault(device, List.of());
  }

  /** Returns whether the slice is of its pool's newest generation. */
  boolean isNewest(ResourceSlice slice) {
    var pool = pools.get(idOf(slice));
    return pool != null && pool.newest == slice.spec().pool().generation();
  }
}
