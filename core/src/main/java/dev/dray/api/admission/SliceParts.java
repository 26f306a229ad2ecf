package dev.dray.api.admission;

import static dev.dray.api.admission.GatedUses.inEach;
import static dev.dray.api.admission.GatedUses.inEachValue;
import static dev.dray.api.admission.GatedUses.inOptional;

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
import java.util.function.UnaryOperator;

/**
 * The parts of a slice where gated fields can be: {@code in…} finds them, the plain name changes
 * them.
 *
 * <p>Attributes, capacities and counters are those of mixins, too.
 */
final class SliceParts {
  private SliceParts() {}

  static GatedUses<ResourceSliceSpec> inDevices(GatedUses<Device> gatedUses) {
    return inEach("devices", ResourceSliceSpec::devices, gatedUses);
  }

  static ResourceSliceSpec devices(ResourceSliceSpec spec, UnaryOperator<Device> change) {
    return spec.withDeviceList(spec.deviceList().map(list -> Every.item(list, change)));
  }

  static GatedUses<ResourceSliceSpec> inConsumptions(
      GatedUses<DeviceCounterConsumption> gatedUses) {
    return inDevices(inEach("consumesCounters", Device::consumesCounters, gatedUses));
  }

  static ResourceSliceSpec consumptions(
      ResourceSliceSpec spec, UnaryOperator<DeviceCounterConsumption> change) {
    return devices(
        spec, device -> device.withConsumesCounters(Every.item(device.consumesCounters(), change)));
  }

  static GatedUses<ResourceSliceSpec> inCounterSets(GatedUses<CounterSet> gatedUses) {
    return inEach("sharedCounters", ResourceSliceSpec::sharedCounters, gatedUses);
  }

  static ResourceSliceSpec counterSets(ResourceSliceSpec spec, UnaryOperator<CounterSet> change) {
    return spec.withCounterSetList(spec.counterSetList().map(list -> Every.item(list, change)));
  }

  static GatedUses<ResourceSliceSpec> inMixins(GatedUses<ResourceSliceMixins> gatedUses) {
    return inOptional("mixins", ResourceSliceSpec::mixins, gatedUses);
  }

  static ResourceSliceSpec mixins(
      ResourceSliceSpec spec, UnaryOperator<ResourceSliceMixins> change) {
    return spec.withMixins(spec.mixins().map(change));
  }

  private static GatedUses<ResourceSliceSpec> inDeviceMixins(GatedUses<DeviceMixin> gatedUses) {
    return inMixins(inEach("device", ResourceSliceMixins::device, gatedUses));
  }

  private static ResourceSliceSpec deviceMixins(
      ResourceSliceSpec spec, UnaryOperator<DeviceMixin> change) {
    return mixins(spec, mixins -> mixins.withDevice(Every.item(mixins.device(), change)));
  }

  static GatedUses<ResourceSliceSpec> inAttributes(GatedUses<DeviceAttribute> gatedUses) {
    return inDevices(inEachValue("attributes", Device::attributes, gatedUses))
        .and(inDeviceMixins(inEachValue("attributes", DeviceMixin::attributes, gatedUses)));
  }

  static ResourceSliceSpec attributes(
      ResourceSliceSpec spec, UnaryOperator<DeviceAttribute> change) {
    var changed =
        devices(spec, device -> device.withAttributes(Every.value(device.attributes(), change)));
    return deviceMixins(
        changed, mixin -> mixin.withAttributes(Every.value(mixin.attributes(), change)));
  }

  static GatedUses<ResourceSliceSpec> inCapacities(GatedUses<DeviceCapacity> gatedUses) {
    return inDevices(inEachValue("capacity", Device::capacity, gatedUses))
        .and(inDeviceMixins(inEachValue("capacity", DeviceMixin::capacity, gatedUses)));
  }

  static ResourceSliceSpec capacities(
      ResourceSliceSpec spec, UnaryOperator<DeviceCapacity> change) {
    var changed =
        devices(spec, device -> device.withCapacity(Every.value(device.capacity(), change)));
    return deviceMixins(
        changed, mixin -> mixin.withCapacity(Every.value(mixin.capacity(), change)));
  }

  static GatedUses<ResourceSliceSpec> inCounters(GatedUses<Counter> gatedUses) {
    GatedUses<ResourceSliceMixins> ofSets =
        inEach(
            "counterSet",
            ResourceSliceMixins::counterSet,
            inEachValue("counters", CounterSetMixin::counters, gatedUses));
    GatedUses<ResourceSliceMixins> ofConsumptions =
        inEach(
            "deviceCounterConsumption",
            ResourceSliceMixins::deviceCounterConsumption,
            inEachValue("counters", DeviceCounterConsumptionMixin::counters, gatedUses));
    return inCounterSets(inEachValue("counters", CounterSet::counters, gatedUses))
        .and(inConsumptions(inEachValue("counters", DeviceCounterConsumption::counters, gatedUses)))
        .and(inMixins(ofSets.and(ofConsumptions)));
  }

  static ResourceSliceSpec counters(ResourceSliceSpec spec, UnaryOperator<Counter> change) {
    var ofSets = counterSets(spec, set -> set.withCounters(Every.value(set.counters(), change)));
    var ofConsumptions =
        consumptions(
            ofSets,
            consumption -> consumption.withCounters(Every.value(consumption.counters(), change)));
    return mixins(ofConsumptions, mixins -> counters(mixins, change));
  }

  private static ResourceSliceMixins counters(
      ResourceSliceMixins mixins, UnaryOperator<Counter> change) {
    return mixins
        .withCounterSet(
            Every.item(
                mixins.counterSet(), set -> set.withCounters(Every.value(set.counters(), change))))
        .withDeviceCounterConsumption(
            Every.item(
                mixins.deviceCounterConsumption(),
                consumption ->
                    consumption.withCounters(Every.value(consumption.counters(), change))));
  }
}
