package dev.dray.layout;

import dev.dray.api.codec.EntryWriter;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.CounterSetMixin;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.resource.device.DeviceCounterConsumptionMixin;
import dev.dray.api.resource.device.DeviceMixin;
import dev.dray.layout.Bundle.Entry;
import dev.dray.layout.MixinSearch.Prices;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The conversion of one slice to mixins: entries that devices or counter sets have in common move
 * there.
 */
final class MixedSlices {
  private static final String ATTRIBUTES = "attributes";
  private static final String CAPACITY = "capacity";
  private static final String COUNTERS = "counters";

  // The bytes of {"name":"a","attributes":{}} and usually a capacity; of "includes":[]; and of "a",
  // in it.
  private static final Prices DEVICES = new Prices(36, 13, 4);
  private static final Prices COUNTS = new Prices(25, 13, 4);

  private final Map<Entry, DeviceAttribute> attributes = new HashMap<>();
  private final Map<Entry, DeviceCapacity> capacities = new HashMap<>();
  private final Map<Entry, Counter> counters = new HashMap<>();
  private final ResourceSliceSpec spec;

  private MixedSlices(ResourceSliceSpec spec) {
    this.spec = spec;
  }

  /** Returns the spec with these devices, which have no includes so far. */
  static ResourceSliceSpec ofDevices(ResourceSliceSpec spec, List<Device> devices) {
    return new MixedSlices(spec).devices(devices);
  }

  /** Returns the spec with these counter sets, which have no includes so far. */
  static ResourceSliceSpec ofCounterSets(ResourceSliceSpec spec, List<CounterSet> sets) {
    return new MixedSlices(spec).counterSets(sets);
  }

  private ResourceSliceSpec devices(List<Device> devices) {
    var bundle = Bundle.of(devices.stream().map(this::entries).toList(), DEVICES);
    var consumptions = devices.stream().flatMap(it -> it.consumesCounters().stream()).toList();
    var drawn = Bundle.of(consumptions.stream().map(it -> entries(it.counters())).toList(), COUNTS);
    var mixed = new ArrayList<Device>();
    int next = 0;
    for (int i = 0; i < devices.size(); i++) {
      var device = devices.get(i);
      var draws = new ArrayList<DeviceCounterConsumption>();
      for (var consumption : device.consumesCounters()) {
        draws.add(
            consumption
                .withIncludes(drawn.includes().get(next))
                .withCounters(counters(drawn.own().get(next))));
        next++;
      }
      var own = bundle.own().get(i);
      mixed.add(
          device
              .withIncludes(bundle.includes().get(i))
              .withAttributes(Bundle.values(own, ATTRIBUTES, attributes))
              .withCapacity(capacity(device, own))
              .withConsumesCounters(draws));
    }
    return spec.withDeviceList(Optional.of(mixed))
        .withMixins(mixins(deviceMixins(bundle), consumptionMixins(drawn), List.of()));
  }

  private ResourceSliceSpec counterSets(List<CounterSet> sets) {
    var bundle = Bundle.of(sets.stream().map(it -> entries(it.counters())).toList(), COUNTS);
    var mixed = new ArrayList<CounterSet>();
    for (int i = 0; i < sets.size(); i++) {
      mixed.add(
          sets.get(i)
              .withIncludes(bundle.includes().get(i))
              .withCounters(counters(bundle.own().get(i))));
    }
    var mixins = new ArrayList<CounterSetMixin>();
    bundle.mixins().forEach((name, it) -> mixins.add(new CounterSetMixin(name, counters(it))));
    return spec.withCounterSetList(Optional.of(mixed))
        .withMixins(mixins(List.of(), List.of(), mixins));
  }

  private static Optional<ResourceSliceMixins> mixins(
      List<DeviceMixin> device,
      List<DeviceCounterConsumptionMixin> consumption,
      List<CounterSetMixin> set) {
    return device.isEmpty() && consumption.isEmpty() && set.isEmpty()
        ? Optional.empty()
        : Optional.of(new ResourceSliceMixins(device, consumption, set));
  }

  private List<DeviceMixin> deviceMixins(Bundle bundle) {
    var mixins = new ArrayList<DeviceMixin>();
    bundle
        .mixins()
        .forEach(
            (name, entries) ->
                mixins.add(
                    new DeviceMixin(
                        name,
                        Bundle.values(entries, ATTRIBUTES, attributes),
                        Bundle.values(entries, CAPACITY, capacities))));
    return mixins;
  }

  private List<DeviceCounterConsumptionMixin> consumptionMixins(Bundle bundle) {
    var mixins = new ArrayList<DeviceCounterConsumptionMixin>();
    bundle
        .mixins()
        .forEach(
            (name, entries) ->
                mixins.add(new DeviceCounterConsumptionMixin(name, counters(entries))));
    return mixins;
  }

  private List<Entry> entries(Device device) {
    var entries = new ArrayList<Entry>();
    device
        .attributes()
        .forEach(
            (name, value) -> {
              var shortest = QualifiedName.shortest(name, spec.driver());
              var entry = new Entry(ATTRIBUTES, shortest, EntryWriter.json(value));
              attributes.put(entry, value);
              entries.add(entry);
            });
    device
        .capacity()
        .forEach(
            (name, value) -> {
              if (mayBeShared(name)) {
                var entry = new Entry(CAPACITY, name, EntryWriter.json(value));
                capacities.put(entry, value);
                entries.add(entry);
              }
            });
    return entries;
  }

  /**
   * Returns whether a capacity may move into a mixin. Results of claims spell capacities as the
   * device itself does, and those of mixins in their shortest spelling. So a capacity with a longer
   * spelling must stay in its device.
   */
  private boolean mayBeShared(String capacity) {
    return QualifiedName.shortest(capacity, spec.driver()).equals(capacity);
  }

  private Map<String, DeviceCapacity> capacity(Device device, List<Entry> own) {
    var capacity = new LinkedHashMap<>(Bundle.values(own, CAPACITY, capacities));
    device
        .capacity()
        .forEach(
            (name, value) -> {
              if (!mayBeShared(name)) {
                capacity.put(name, value);
              }
            });
    return capacity;
  }

  private List<Entry> entries(Map<String, Counter> counted) {
    var entries = new ArrayList<Entry>();
    counted.forEach(
        (name, counter) -> {
          var entry = new Entry(COUNTERS, name, EntryWriter.json(counter));
          counters.put(entry, counter);
          entries.add(entry);
        });
    return entries;
  }

  private Map<String, Counter> counters(List<Entry> entries) {
    return Bundle.values(entries, COUNTERS, counters);
  }
}
