package dev.dray.inventory;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.DeviceMixins;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The mixins of a slice, indexed by name; slices of a driver with the same mixins share them. */
final class Mixins {
  private final Key key;
  private final DeviceMixins devices;
  private final Map<String, Map<String, Counter>> consumptions = new LinkedHashMap<>();
  private final Map<String, Map<String, Counter>> counterSets = new LinkedHashMap<>();

  record Key(String driver, ExactlyWritten<ResourceSliceMixins> mixins) {
    static final ResourceSliceMixins NONE =
        new ResourceSliceMixins(List.of(), List.of(), List.of());

    static Key of(String driver, Optional<ResourceSliceMixins> mixins) {
      return new Key(driver, ExactlyWritten.of(mixins.orElse(NONE)));
    }
  }

  Mixins(Key key) {
    this.key = key;
    var mixins = key.mixins().value();
    this.devices = DeviceMixins.of(key.driver(), mixins.device());
    mixins.deviceCounterConsumption().forEach(it -> consumptions.put(it.name(), it.counters()));
    mixins.counterSet().forEach(it -> counterSets.put(it.name(), it.counters()));
  }

  String driver() {
    return key.driver();
  }

  DeviceMixins devices() {
    return devices;
  }

  Map<String, Counter> counters(DeviceCounterConsumption consumption) {
    return merged(consumption.includes(), consumption.counters(), consumptions);
  }

  Map<String, Counter> counters(CounterSet set) {
    return merged(set.includes(), set.counters(), counterSets);
  }

  /** Merges counters: a later include wins over an earlier one, own entries over all includes. */
  private static Map<String, Counter> merged(
      List<String> includes, Map<String, Counter> own, Map<String, Map<String, Counter>> mixins) {
    if (includes.isEmpty()) {
      return own;
    }
    var all = new LinkedHashMap<String, Counter>();
    for (var include : includes) {
      all.putAll(mixins.getOrDefault(include, Map.of()));
    }
    all.putAll(own);
    return FrozenMap.copyOf(all);
  }

  Optional<String> dangling(CounterSet set) {
    return missing(set.includes(), counterSets);
  }

  Optional<String> dangling(DeviceCounterConsumption consumption) {
    return missing(consumption.includes(), consumptions);
  }

  private static Optional<String> missing(List<String> includes, Map<String, ?> known) {
    return includes.stream().filter(name -> !known.containsKey(name)).findFirst();
  }
}
