package dev.dray.testing;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourcePool;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.CounterSetMixin;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.resource.device.DeviceCounterConsumptionMixin;
import dev.dray.api.resource.device.DeviceMixin;
import dev.dray.api.resource.device.DeviceTaint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The slices in which everything that KEP-5234 counts, and every name in it, is at its limit.
 *
 * <p>What no limit counts is there once or not at all: metadata besides the name, node selectors,
 * request policies, and what allocating a device costs its node. A version is the longest attribute
 * by one letter, and a quantity is taken to be as long as a 64-bit number.
 */
public final class LargestSlice {
  public static final int DEVICES = 128;
  public static final int COUNTER_SETS = 8;
  public static final int INCLUDES = 8;
  public static final Quantity AMOUNT = Quantity.parse(Long.toString(Long.MAX_VALUE));

  /** Every device has these attributes of its own, and one more through any of its includes. */
  private static final int OWN_ATTRIBUTES = 31;

  private static final int DEVICE_MIXINS = 4096 - DEVICES * OWN_ATTRIBUTES;
  private static final int CONSUMPTIONS = 2;
  private static final int OWN_CONSUMED = 7;
  private static final int CONSUMPTION_MIXINS = 2048 - DEVICES * CONSUMPTIONS * OWN_CONSUMED;
  private static final int OWN_COUNTERS = 16;
  private static final int COUNTER_SET_MIXINS = 256 - COUNTER_SETS * OWN_COUNTERS;

  private LargestSlice() {}

  /** The largest slice of devices. */
  public static ResourceSlice withDevices() {
    var mixins =
        new ResourceSliceMixins(
            listOf(DEVICE_MIXINS, LargestSlice::deviceMixin),
            listOf(CONSUMPTION_MIXINS, LargestSlice::consumptionMixin),
            List.of());
    return slice(
        Optional.of(listOf(DEVICES, LargestSlice::device)),
        Optional.empty(),
        Optional.of(true),
        mixins);
  }

  /** The largest slice of counters, which are never in one slice with devices. */
  public static ResourceSlice withCounters() {
    var mixins =
        new ResourceSliceMixins(
            List.of(), List.of(), listOf(COUNTER_SET_MIXINS, LargestSlice::counterSetMixin));
    return slice(
        Optional.empty(),
        Optional.of(listOf(COUNTER_SETS, LargestSlice::counterSet)),
        Optional.empty(),
        mixins);
  }

  private static ResourceSlice slice(
      Optional<List<Device>> devices,
      Optional<List<CounterSet>> counterSets,
      Optional<Boolean> perDeviceNodeSelection,
      ResourceSliceMixins mixins) {
    var spec =
        new ResourceSliceSpec(
            Longest.DRIVER,
            new ResourcePool(Longest.subdomain("pool", 0), Long.MAX_VALUE, Long.MAX_VALUE),
            perDeviceNodeSelection.isPresent()
                ? Optional.empty()
                : Optional.of(Longest.subdomain("node", 0)),
            Optional.empty(),
            Optional.empty(),
            devices,
            perDeviceNodeSelection,
            counterSets,
            Optional.of(mixins),
            Optional.empty(),
            List.of("*", "NodePrepareResources", "NodeUnprepareResources"));
    return new ResourceSlice(ObjectMeta.EMPTY.withName(Longest.subdomain("slice", 0)), spec);
  }

  private static Device device(int number) {
    return new Device(
        Longest.label("device", number),
        listOf(INCLUDES, include -> Longest.label("mixin", include)),
        attributes("own", OWN_ATTRIBUTES),
        Map.of(),
        listOf(CONSUMPTIONS, LargestSlice::consumption),
        Optional.of(Longest.subdomain("node", number)),
        Optional.empty(),
        Optional.empty(),
        listOf(4, LargestSlice::taint),
        Optional.of(false),
        listOf(4, condition -> Longest.labelKey("ready", condition)),
        listOf(4, condition -> Longest.labelKey("failed", condition)),
        Optional.of(false),
        Map.of());
  }

  public static DeviceTaint taint(int number) {
    return new DeviceTaint(
        Longest.labelKey("taint", number),
        Longest.labelValue("value", number),
        "NoSchedule",
        Optional.of(Instant.parse("2026-11-15T09:30:00Z")));
  }

  public static DeviceCounterConsumption consumption(int number) {
    return new DeviceCounterConsumption(
        Longest.label("set", number),
        listOf(INCLUDES, include -> Longest.label("mixin", include)),
        counters("own", OWN_CONSUMED),
        listOf(2, group -> Longest.label("group", group)));
  }

  /** The mixins that every device includes, and one more, have one attribute in common. */
  private static DeviceMixin deviceMixin(int number) {
    return deviceMixin(number, number <= INCLUDES ? 0 : number);
  }

  public static DeviceMixin deviceMixin(int number, int attribute) {
    return new DeviceMixin(
        Longest.label("mixin", number),
        Map.of(Longest.qualified("included", attribute), attribute(attribute)),
        Map.of());
  }

  public static DeviceCounterConsumptionMixin consumptionMixin(int number) {
    return new DeviceCounterConsumptionMixin(Longest.label("mixin", number), counters("mixed", 1));
  }

  public static CounterSetMixin counterSetMixin(int number) {
    return new CounterSetMixin(Longest.label("mixin", number), counters("mixed", 1));
  }

  public static CounterSet counterSet(int number) {
    return new CounterSet(
        Longest.label("set", number),
        listOf(INCLUDES, include -> Longest.label("mixin", include)),
        counters("own", OWN_COUNTERS));
  }

  public static Map<String, DeviceAttribute> attributes(String beginning, int count) {
    return mapOf(count, n -> Longest.qualified(beginning, n), LargestSlice::attribute);
  }

  private static DeviceAttribute attribute(int number) {
    return new DeviceAttribute.VersionValue(Longest.version(number));
  }

  public static Map<String, Counter> counters(String beginning, int count) {
    return mapOf(count, n -> Longest.label(beginning, n), _ -> Counter.of(AMOUNT));
  }

  public static <T> List<T> listOf(int count, IntFunction<T> item) {
    return IntStream.range(0, count).mapToObj(item).toList();
  }

  public static <V> Map<String, V> mapOf(int count, IntFunction<String> key, IntFunction<V> value) {
    var entries = new FrozenMap.Builder<String, V>();
    for (int i = 0; i < count; i++) {
      entries.put(key.apply(i), value.apply(i));
    }
    return entries.build();
  }
}
