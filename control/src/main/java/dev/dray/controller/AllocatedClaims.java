package dev.dray.controller;

import dev.dray.api.meta.DeviceId;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.client.KnownObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** The claims that have devices, with the times at which their pods must be evicted. */
final class AllocatedClaims {
  private final TreeMap<String, Allocated> claims = new TreeMap<>();
  private final Map<DeviceId, TreeSet<String>> byDevice = new HashMap<>();
  private int evicting;

  /** A claim with devices. */
  record Allocated(KnownObject<ResourceClaim> claim, Optional<PodEviction> eviction) {
    AllocationResult allocation() {
      return claim.value().status().allocation().orElseThrow();
    }
  }

  Optional<Allocated> find(String key) {
    return Optional.ofNullable(claims.get(key));
  }

  /** Returns a view of all claims, sorted by key. */
  Collection<Allocated> all() {
    return Collections.unmodifiableCollection(claims.values());
  }

  /** Returns the claims that have one of the devices; a copy, sorted by key. */
  List<Allocated> using(Collection<DeviceId> devices) {
    var keys = new TreeSet<String>();
    devices.forEach(device -> keys.addAll(byDevice.getOrDefault(device, new TreeSet<>())));
    var using = new ArrayList<Allocated>();
    keys.forEach(key -> find(key).ifPresent(using::add));
    return using;
  }

  /** Returns whether the pods of any claim must be evicted. */
  boolean anyEvicting() {
    return evicting > 0;
  }

  void put(Allocated allocated) {
    remove(allocated.claim().key());
    claims.put(allocated.claim().key(), allocated);
    evicting += allocated.eviction().isPresent() ? 1 : 0;
    for (var result : allocated.allocation().devices().results()) {
      byDevice
          .computeIfAbsent(EvictionTimes.idOf(result), _ -> new TreeSet<>())
          .add(allocated.claim().key());
    }
  }

  void remove(String key) {
    var old = claims.remove(key);
    if (old == null) {
      return;
    }
    evicting -= old.eviction().isPresent() ? 1 : 0;
    for (var result : old.allocation().devices().results()) {
      var device = EvictionTimes.idOf(result);
      var keys = byDevice.get(device);
      if (keys != null && keys.remove(key) && keys.isEmpty()) {
        byDevice.remove(device);
      }
    }
  }
}
