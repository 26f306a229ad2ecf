package dev.dray.verify.hardware;

import dev.dray.api.resource.DeviceMixins;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSetMixin;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.resource.device.DeviceCounterConsumptionMixin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What a pool's slices say once every include is followed. */
public record EffectiveDevices(
    Map<String, Map<String, Counter>> counterSets, Map<String, Effective> devices) {

  public record Effective(
      Map<String, DeviceAttribute> attributes,
      Map<String, DeviceCapacity> capacity,
      List<DeviceCounterConsumption> consumes) {}

  public static EffectiveDevices of(List<ResourceSlice> slices) {
    var sets = new LinkedHashMap<String, Map<String, Counter>>();
    var devices = new LinkedHashMap<String, Effective>();
    for (var slice : slices) {
      var mixins =
          slice.spec().mixins().orElse(new ResourceSliceMixins(List.of(), List.of(), List.of()));
      var ofSets = byName(mixins.counterSet(), CounterSetMixin::name, CounterSetMixin::counters);
      for (var set : slice.spec().sharedCounters()) {
        sets.put(set.name(), merged(set.includes(), ofSets, set.counters()));
      }
      var inherited = DeviceMixins.of(slice.spec());
      for (var device : slice.spec().devices()) {
        devices.put(
            device.name(),
            new Effective(
                inherited.attributes(device),
                inherited.capacity(device),
                consumption(device, mixins)));
      }
    }
    return new EffectiveDevices(sets, devices);
  }

  /** What a counter set has, or nothing if there is no such set. */
  public Map<String, Counter> available(String counterSet) {
    return counterSets.getOrDefault(counterSet, Map.of());
  }

  private static List<DeviceCounterConsumption> consumption(
      Device device, ResourceSliceMixins mixins) {
    var byName =
        byName(
            mixins.deviceCounterConsumption(),
            DeviceCounterConsumptionMixin::name,
            DeviceCounterConsumptionMixin::counters);
    var consumes = new ArrayList<DeviceCounterConsumption>();
    for (var each : device.consumesCounters()) {
      consumes.add(
          each.withCounters(merged(each.includes(), byName, each.counters()))
              .withIncludes(List.of()));
    }
    return consumes;
  }

  private static <T> Map<String, Map<String, Counter>> byName(
      List<T> mixins, Function<T, String> name, Function<T, Map<String, Counter>> counters) {
    var byName = new LinkedHashMap<String, Map<String, Counter>>();
    mixins.forEach(mixin -> byName.put(name.apply(mixin), counters.apply(mixin)));
    return byName;
  }

  private static Map<String, Counter> merged(
      List<String> includes, Map<String, Map<String, Counter>> mixins, Map<String, Counter> own) {
    var all = new LinkedHashMap<String, Counter>();
    for (var include : includes) {
      all.putAll(mixins.getOrDefault(include, Map.of()));
    }
    all.putAll(own);
    return all;
  }
}
