package dev.dray.verify.reference;

import dev.dray.api.gate.Gate;
import dev.dray.api.resource.device.Counter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes a pool of its slices, and sees whether they fit together. */
final class PoolBuilding {
  private final Rules rules;
  private final NodeMatch nodeMatch;

  PoolBuilding(Rules rules, NodeMatch nodeMatch) {
    this.rules = rules;
    this.nodeMatch = nodeMatch;
  }

  Pool incomplete(PoolName name) {
    return unusable(name, Pool.State.INCOMPLETE);
  }

  private static Pool unusable(PoolName name, Pool.State state) {
    return new Pool(name, state, false, List.of(), List.of(), new TreeMap<>(), Set.of());
  }

  /** The pool of slices for the node, and of others that only count. */
  Pool pool(PoolName name, List<EffectiveSlice> targeting, List<EffectiveSlice> others) {
    var here =
        targeting.stream()
            .filter(slice -> !slice.hasCounters(rules))
            .sorted(Comparator.comparing(EffectiveSlice::name))
            .flatMap(slice -> slice.devices().stream())
            .toList();
    var published = new ArrayList<>(here);
    others.stream()
        .filter(slice -> !slice.hasCounters(rules))
        .forEach(slice -> published.addAll(slice.devices()));
    var counterSets = new ArrayList<EffectiveSlice.Counters>();
    targeting.forEach(slice -> counterSets.addAll(slice.sets()));
    others.forEach(slice -> counterSets.addAll(slice.sets()));
    return pool(name, here, published, counterSets);
  }

  private Pool pool(
      PoolName name,
      List<EffectiveDevice> here,
      List<EffectiveDevice> published,
      List<EffectiveSlice.Counters> counterSets) {
    var sets = new TreeMap<String, SortedMap<String, Counter>>();
    var dropped = new TreeSet<String>();
    if (rules.on(Gate.DRA_PARTITIONABLE_DEVICES)) {
      for (var set : counterSets) {
        if (sets.put(set.name(), set.counters()) != null) {
          return unusable(name, Pool.State.INVALID);
        }
        if (set.dropped()) {
          dropped.add(set.name());
        }
      }
    }
    if (hasTwins(here) || published.stream().anyMatch(it -> consumesUnknown(it, sets, dropped))) {
      return unusable(name, Pool.State.INVALID);
    }
    return new Pool(
        name,
        Pool.State.COMPLETE,
        here.stream().anyMatch(it -> !it.published().bindingConditions().isEmpty()),
        here.stream().filter(this::isOnNode).toList(),
        published,
        sets,
        dropped);
  }

  private static boolean hasTwins(List<EffectiveDevice> devices) {
    var names = new HashSet<DeviceName>();
    return !devices.stream().allMatch(device -> names.add(device.name()));
  }

  /** A device that is out of view for want of a mixin may consume what it likes. */
  private boolean consumesUnknown(
      EffectiveDevice device,
      SortedMap<String, SortedMap<String, Counter>> sets,
      Set<String> dropped) {
    if (!rules.on(Gate.DRA_PARTITIONABLE_DEVICES) || isOutOfView(device, dropped)) {
      return false;
    }
    for (var consumption : device.consumptions()) {
      var set = sets.get(consumption.set());
      if (set == null || !set.keySet().containsAll(consumption.counters().keySet())) {
        return true;
      }
    }
    return false;
  }

  private boolean isOutOfView(EffectiveDevice device, Set<String> dropped) {
    return device.dangling()
        || (device.usesMixins() && !rules.on(Gate.DRA_RESOURCE_SLICE_MIXINS))
        || device.consumptions().stream().anyMatch(it -> dropped.contains(it.set()));
  }

  private boolean isOnNode(EffectiveDevice device) {
    return rules.has(Quirk.NODE_MATCH_LAST)
        || !device.perDeviceNodeSelection()
        || nodeMatch.of(device);
  }

  /** Whether the device is published and yet not offered. */
  boolean isHidden(EffectiveDevice device, Set<String> dropped) {
    return isOutOfView(device, dropped)
        || (!device.published().bindingConditions().isEmpty() && !rules.bindingConditions())
        || (device.declaresGroups()
            && !rules.on(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS)
            && !rules.has(Quirk.GROUPED_SLICES_IGNORED))
        || (device.drawsOnRequest() && !rules.on(Gate.DRA_SHARED_CONSUMABLE_CAPACITY));
  }
}
