package dev.dray.hollow;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.DeviceMixins;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.CounterSetMixin;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.resource.device.DeviceCounterConsumptionMixin;
import dev.dray.inventory.NodeSelection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The content of a pool, whether or not all of it is published yet.
 *
 * <p>A device exists as long as any slice has it: hardware does not vanish while its driver
 * replaces one generation of slices by the next. The newest generation that has a device describes
 * it.
 */
final class PublishedPool {
  private final TreeMap<String, ResourceSlice> slices = new TreeMap<>();
  private @Nullable Contents contents;

  private record Contents(
      Map<String, PublishedDevice> devices, Map<String, Map<String, Counter>> counterSets) {}

  void put(ResourceSlice slice) {
    slices.put(slice.metadata().name(), slice);
    contents = null;
  }

  void remove(ResourceSlice slice) {
    slices.remove(slice.metadata().name());
    contents = null;
  }

  boolean isEmpty() {
    return slices.isEmpty();
  }

  Optional<PublishedDevice> device(String name) {
    return Optional.ofNullable(contents().devices().get(name));
  }

  Optional<Map<String, Counter>> counterSet(String name) {
    return Optional.ofNullable(contents().counterSets().get(name));
  }

  private Contents contents() {
    var known = contents;
    if (known == null) {
      known = read();
      contents = known;
    }
    return known;
  }

  private Contents read() {
    var devices = new HashMap<String, PublishedDevice>();
    var counterSets = new HashMap<String, Map<String, Counter>>();
    var oldestFirst = new ArrayList<>(slices.values());
    oldestFirst.sort(Comparator.comparingLong(it -> it.spec().pool().generation()));
    for (var slice : oldestFirst) {
      var reader = new SliceReader(slice.spec());
      slice.spec().devices().forEach(it -> devices.put(it.name(), reader.device(it)));
      slice.spec().sharedCounters().forEach(it -> counterSets.put(it.name(), reader.counters(it)));
    }
    return new Contents(devices, counterSets);
  }

  /** A reader of a slice's devices and counter sets, with mixins resolved. */
  private static final class SliceReader {
    private final ResourceSliceSpec slice;
    private final DeviceMixins devices;
    private final Map<String, Map<String, Counter>> consumptions;
    private final Map<String, Map<String, Counter>> counterSets;

    SliceReader(ResourceSliceSpec slice) {
      this.slice = slice;
      devices = DeviceMixins.of(slice);
      consumptions =
          byName(
              slice.mixins().map(ResourceSliceMixins::deviceCounterConsumption).orElse(List.of()),
              DeviceCounterConsumptionMixin::name,
              DeviceCounterConsumptionMixin::counters);
      counterSets =
          byName(
              slice.mixins().map(ResourceSliceMixins::counterSet).orElse(List.of()),
              CounterSetMixin::name,
              CounterSetMixin::counters);
    }

    private static <M> Map<String, Map<String, Counter>> byName(
        List<M> mixins, Function<M, String> name, Function<M, Map<String, Counter>> counters) {
      var map = new LinkedHashMap<String, Map<String, Counter>>();
      mixins.forEach(it -> map.put(name.apply(it), counters.apply(it)));
      return map;
    }

    PublishedDevice device(Device device) {
      var capacity = new LinkedHashMap<String, Quantity>();
      devices.capacity(device).forEach((name, it) -> capacity.put(name, it.value()));
      return new PublishedDevice(
          device.name(),
          slice.perDeviceNodeSelection().orElse(false)
              ? NodeSelection.of(device)
              : NodeSelection.of(slice),
          device.allowMultipleAllocations().orElse(false),
          capacity,
          device.consumesCounters().stream().map(this::consumption).toList());
    }

    private PublishedDevice.Consumption consumption(DeviceCounterConsumption it) {
      return new PublishedDevice.Consumption(
          it.counterSet(),
          merged(it.includes(), consumptions, it.counters()),
          it.compatibilityGroups());
    }

    Map<String, Counter> counters(CounterSet set) {
      return merged(set.includes(), counterSets, set.counters());
    }

    private static Map<String, Counter> merged(
        List<String> includes, Map<String, Map<String, Counter>> mixins, Map<String, Counter> own) {
      var all = new LinkedHashMap<String, Counter>();
      includes.forEach(it -> all.putAll(mixins.getOrDefault(it, Map.of())));
      all.putAll(own);
      return all;
    }
  }
}
