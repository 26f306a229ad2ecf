package dev.dray.verify.reference;

import dev.dray.api.gate.Gate;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.CounterSetMixin;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.resource.device.DeviceCounterConsumptionMixin;
import dev.dray.api.resource.device.DeviceMixin;
import dev.dray.api.resource.device.DeviceTaint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Turns published slices into effective ones: mixins, then patches, then taint rules. */
final class Effects {
  private final World world;
  private final Rules rules;
  private final Patches patches;

  Effects(World world, Rules rules, Expressions expressions) {
    this.world = world;
    this.rules = rules;
    this.patches = new Patches(world, rules, expressions);
  }

  List<EffectiveSlice> slices() {
    return world.slices().stream().map(this::effective).toList();
  }

  private EffectiveSlice effective(ResourceSlice slice) {
    var mixins = new Mixins(slice.spec().mixins());
    return new EffectiveSlice(
        slice,
        slice.spec().devices().stream().map(device -> effective(slice, device, mixins)).toList(),
        slice.spec().sharedCounters().stream().map(set -> effective(set, mixins)).toList());
  }

  private EffectiveSlice.Counters effective(CounterSet set, Mixins mixins) {
    var dropped =
        !set.includes().isEmpty()
            && (!rules.on(Gate.DRA_RESOURCE_SLICE_MIXINS)
                || !mixins.sets.keySet().containsAll(set.includes()));
    return new EffectiveSlice.Counters(
        set.name(), counters(set.includes(), mixins.sets, set.counters()), dropped);
  }

  private EffectiveDevice effective(ResourceSlice slice, Device device, Mixins mixins) {
    var driver = slice.spec().driver();
    var parts = parts(device.includes(), mixins.devices);
    var flat =
        new EffectiveDevice(
            new DeviceName(PoolName.of(slice), device.name()),
            slice,
            device,
            merged(parts, DeviceMixin::attributes, device.attributes(), driver),
            merged(parts, DeviceMixin::capacity, device.capacity(), driver),
            device.consumesCounters().stream().map(it -> consumption(it, mixins)).toList(),
            taints(slice, device),
            usesMixins(device),
            dangling(device, mixins));
    return patches.applied(flat);
  }

  private <V> SortedMap<String, V> merged(
      List<DeviceMixin> parts,
      Function<DeviceMixin, Map<String, V>> part,
      Map<String, V> own,
      String driver) {
    var all = new TreeMap<String, V>();
    parts.forEach(mixin -> all.putAll(rules.named(part.apply(mixin), driver)));
    all.putAll(rules.named(own, driver));
    return all;
  }

  private static EffectiveDevice.Consumption consumption(
      DeviceCounterConsumption consumption, Mixins mixins) {
    return new EffectiveDevice.Consumption(
        consumption.counterSet(),
        counters(consumption.includes(), mixins.consumptions, consumption.counters()),
        consumption.compatibilityGroups());
  }

  private static SortedMap<String, Counter> counters(
      List<String> includes, Map<String, Map<String, Counter>> mixins, Map<String, Counter> own) {
    var all = new TreeMap<String, Counter>();
    parts(includes, mixins).forEach(all::putAll);
    all.putAll(own);
    return all;
  }

  private static <M> List<M> parts(List<String> includes, Map<String, M> mixins) {
    var parts = new ArrayList<M>();
    for (var include : includes) {
      var part = mixins.get(include);
      if (part != null) {
        parts.add(part);
      }
    }
    return parts;
  }

  private static boolean usesMixins(Device device) {
    return !device.includes().isEmpty()
        || device.consumesCounters().stream().anyMatch(it -> !it.includes().isEmpty());
  }

  private static boolean dangling(Device device, Mixins mixins) {
    return !mixins.devices.keySet().containsAll(device.includes())
        || device.consumesCounters().stream()
            .anyMatch(it -> !mixins.consumptions.keySet().containsAll(it.includes()));
  }

  private List<DeviceTaint> taints(ResourceSlice slice, Device device) {
    var taints = new ArrayList<>(device.taints());
    if (rules.on(Gate.DRA_DEVICE_TAINT_RULES)) {
      world.taintRules().stream()
          .sorted(Comparator.comparing(rule -> rule.metadata().name()))
          .filter(rule -> selects(rule, slice, device))
          .forEach(rule -> taints.add(rule.spec().taint()));
    }
    return taints;
  }

  /** A rule without a selector selects all devices. */
  private static boolean selects(DeviceTaintRule rule, ResourceSlice slice, Device device) {
    return rule.spec()
        .deviceSelector()
        .map(
            selector ->
                selector.driver().map(slice.spec().driver()::equals).orElse(true)
                    && selector.pool().map(slice.spec().pool().name()::equals).orElse(true)
                    && selector.device().map(device.name()::equals).orElse(true))
        .orElse(true);
  }

  /** The mixins of a slice by name. */
  private static final class Mixins {
    private final Map<String, DeviceMixin> devices = new TreeMap<>();
    private final Map<String, Map<String, Counter>> consumptions = new TreeMap<>();
    private final Map<String, Map<String, Counter>> sets = new TreeMap<>();

    Mixins(Optional<ResourceSliceMixins> mixins) {
      mixins.ifPresent(this::index);
    }

    private void index(ResourceSliceMixins mixins) {
      mixins.device().forEach(it -> devices.put(it.name(), it));
      for (DeviceCounterConsumptionMixin it : mixins.deviceCounterConsumption()) {
        consumptions.put(it.name(), it.counters());
      }
      for (CounterSetMixin it : mixins.counterSet()) {
        sets.put(it.name(), it.counters());
      }
    }
  }
}
