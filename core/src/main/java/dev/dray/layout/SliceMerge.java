package dev.dray.layout;

import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.CapacityRequestPolicy;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.CounterSetMixin;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.resource.device.DeviceCounterConsumptionMixin;
import dev.dray.api.resource.device.DeviceMixin;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.inventory.Hidden;
import dev.dray.inventory.PoolGeneration;
import dev.dray.inventory.patch.Amendment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The flattening of one slice: its mixins, and the patches and taint rules for its devices. */
final class SliceMerge {
  private static final ResourceSliceMixins NONE =
      new ResourceSliceMixins(List.of(), List.of(), List.of());

  private final ResourceSliceSpec spec;
  private final PoolGeneration generation;
  private final Map<String, DeviceMixin> deviceMixins = new HashMap<>();
  private final Map<String, Map<String, Counter>> consumptionMixins = new HashMap<>();
  private final Map<String, Map<String, Counter>> setMixins = new HashMap<>();

  SliceMerge(ResourceSliceSpec spec, PoolGeneration generation) {
    this.spec = spec;
    this.generation = generation;
    var mixins = spec.mixins().orElse(NONE);
    mixins.device().forEach(it -> deviceMixins.put(it.name(), it));
    for (DeviceCounterConsumptionMixin mixin : mixins.deviceCounterConsumption()) {
      consumptionMixins.put(mixin.name(), mixin.counters());
    }
    for (CounterSetMixin mixin : mixins.counterSet()) {
      setMixins.put(mixin.name(), mixin.counters());
    }
  }

  /** Returns the devices; like in the inventory, a slice with counter sets has none. */
  List<Device> devices() {
    return spec.sharedCounters().isEmpty() ? spec.devices() : List.of();
  }

  FlatDevice device(Device device, Amendment amendment, Optional<Hidden> hidden) {
    var attributes = attributes(device, amendment);
    var keptPolicies = new TreeMap<String, Origin>();
    var capacity = capacity(device, amendment, keptPolicies);
    var consumptions = device.consumesCounters().stream().map(this::consumption).toList();
    var taints = taints(device, amendment);
    var effective =
        device
            .withIncludes(List.of())
            .withAttributes(Layers.map(present(attributes)))
            .withCapacity(Layers.map(capacity))
            .withConsumesCounters(consumptions.stream().map(SliceMerge::plain).toList())
            .withTaints(taints.stream().map(Sourced::value).toList());
    return new FlatDevice(
        effective, attributes, capacity, keptPolicies, consumptions, taints, hidden);
  }

  private static List<Sourced<DeviceAttribute>> present(List<Sourced<DeviceAttribute>> attributes) {
    return attributes.stream()
        .filter(
            it ->
                !(it.value() instanceof DeviceAttribute.NullValue
                    && it.origin() instanceof Origin.Patch))
        .toList();
  }

  private static DeviceCounterConsumption plain(FlatConsumption consumption) {
    return new DeviceCounterConsumption(
        consumption.counterSet(),
        List.of(),
        Layers.map(consumption.counters()),
        consumption.compatibilityGroups());
  }

  private List<Sourced<DeviceAttribute>> attributes(Device device, Amendment amendment) {
    var layers = Layers.<DeviceAttribute>of(spec.driver());
    for (var include : device.includes()) {
      mixin(include)
          .ifPresent(mixin -> layers.add(mixin.attributes(), new Origin.Mixin(mixin.name())));
    }
    layers.add(device.attributes(), new Origin.Own());
    amendment
        .attributes()
        .forEach(
            (name, said) ->
                said.reversed()
                    .forEach(it -> layers.override(name, it.value(), origin(it.patch()))));
    return layers.values();
  }

  private List<Sourced<DeviceCapacity>> capacity(
      Device device, Amendment amendment, Map<String, Origin> keptPolicies) {
    var layers = Layers.<DeviceCapacity>of(spec.driver());
    for (var include : device.includes()) {
      mixin(include)
          .ifPresent(mixin -> layers.add(mixin.capacity(), new Origin.Mixin(mixin.name())));
    }
    layers.add(device.capacity(), new Origin.Own());
    amendment
        .capacity()
        .forEach(
            (name, said) -> {
              var published =
                  layers.find(name).filter(it -> it.value().requestPolicy().isPresent());
              published
                  .filter(_ -> said.getFirst().value().requestPolicy().isEmpty())
                  .ifPresent(it -> keptPolicies.put(it.name(), it.origin()));
              var policy = published.flatMap(it -> it.value().requestPolicy());
              said.reversed()
                  .forEach(
                      it -> layers.override(name, keeping(policy, it.value()), origin(it.patch())));
            });
    return layers.values();
  }

  /** Returns the patched capacity; a patch without a policy keeps the published one. */
  private static DeviceCapacity keeping(
      Optional<CapacityRequestPolicy> published, DeviceCapacity patch) {
    return new DeviceCapacity(patch.value(), patch.requestPolicy().or(() -> published));
  }

  private Optional<DeviceMixin> mixin(String name) {
    return Optional.ofNullable(deviceMixins.get(name));
  }

  private static Origin origin(ResourceSlicePatch patch) {
    return new Origin.Patch(patch.metadata().name(), patch.spec().devices().priority().orElse(0));
  }

  private FlatConsumption consumption(DeviceCounterConsumption consumption) {
    return new FlatConsumption(
        consumption.counterSet(),
        counters(consumption.includes(), consumption.counters(), consumptionMixins),
        consumption.compatibilityGroups());
  }

  private static List<Sourced<Counter>> counters(
      List<String> includes, Map<String, Counter> own, Map<String, Map<String, Counter>> mixins) {
    var layers = Layers.<Counter>plain();
    for (var include : includes) {
      layers.add(mixins.getOrDefault(include, Map.of()), new Origin.Mixin(include));
    }
    layers.add(own, new Origin.Own());
    return layers.values();
  }

  private static List<Sourced<DeviceTaint>> taints(Device device, Amendment amendment) {
    var taints = new ArrayList<Sourced<DeviceTaint>>();
    device.taints().forEach(it -> taints.add(taint(it, new Origin.Own())));
    amendment
        .rules()
        .forEach(
            rule ->
                taints.add(
                    taint(rule.spec().taint(), new Origin.TaintRule(rule.metadata().name()))));
    return taints;
  }

  private static Sourced<DeviceTaint> taint(DeviceTaint taint, Origin origin) {
    return new Sourced<>(taint.key(), taint, origin, List.of());
  }

  List<FlatCounterSet> counterSets() {
    return spec.sharedCounters().stream().map(this::counterSet).toList();
  }

  private FlatCounterSet counterSet(CounterSet set) {
    var counters = counters(set.includes(), set.counters(), setMixins);
    return new FlatCounterSet(
        new CounterSet(set.name(), List.of(), Layers.map(counters)),
        counters,
        generation.droppedSet(set.name()));
  }
}
