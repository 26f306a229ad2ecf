package dev.dray.api.admission;

import static dev.dray.api.admission.GatedFields.each;
import static dev.dray.api.admission.GatedUses.inEach;
import static dev.dray.api.admission.GatedUses.inEachValue;
import static dev.dray.api.admission.GatedUses.inOptional;
import static dev.dray.api.admission.GatedUses.ofList;
import static dev.dray.api.admission.GatedUses.ofMap;
import static dev.dray.api.admission.GatedUses.ofOptional;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.FrozenMap;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The gated fields of a slice, and the parts of a slice where they can be: {@code in…} finds them,
 * the plain name changes them.
 *
 * <p>Attributes, capacities and counters are those of mixins, too.
 */
final class SliceFields {
  private SliceFields() {}

  // Whatever includes a mixin keeps its include, and validation refuses it: without the mixin it
  // would be stored incomplete, such as a device that no longer consumes what it takes.
  private static final GatedField<ResourceSliceSpec> MIXINS =
      new GatedField<>(
          Gate.DRA_RESOURCE_SLICE_MIXINS,
          GatedUses.ofOptional("mixins", ResourceSliceSpec::mixins)
              .and(inCounterSets(ofList("includes", CounterSet::includes)))
              .and(inDevices(ofList("includes", Device::includes)))
              .and(inConsumptions(ofList("includes", DeviceCounterConsumption::includes))),
          spec -> spec.withMixins(Optional.empty()));

  private static final GatedField<ResourceSliceSpec> TAINTS =
      new GatedField<>(
          Gate.DRA_DEVICE_TAINTS,
          inDevices(ofList("taints", Device::taints)),
          spec -> devices(spec, device -> device.withTaints(List.of())));

  // With this gate off nothing can include the counters of mixins, so they are removed, too.
  private static final GatedField<ResourceSliceSpec> PARTITIONS =
      new GatedField<>(
          Gate.DRA_PARTITIONABLE_DEVICES,
          GatedUses.ofList("sharedCounters", ResourceSliceSpec::sharedCounters)
              .and(ofOptional("perDeviceNodeSelection", ResourceSliceSpec::perDeviceNodeSelection))
              .and(
                  inMixins(
                      GatedUses.ofList("counterSet", ResourceSliceMixins::counterSet)
                          .and(
                              ofList(
                                  "deviceCounterConsumption",
                                  ResourceSliceMixins::deviceCounterConsumption))))
              .and(
                  inDevices(
                      GatedUses.ofList("consumesCounters", Device::consumesCounters)
                          .and(ofOptional("nodeName", Device::nodeName))
                          .and(ofOptional("nodeSelector", Device::nodeSelector))
                          .and(ofOptional("allNodes", Device::allNodes)))),
          SliceFields::withoutPartitions);

  private static final GatedField<ResourceSliceSpec> BINDING_CONDITIONS =
      new GatedField<>(
          List.of(Gate.DRA_DEVICE_BINDING_CONDITIONS, Gate.DRA_RESOURCE_CLAIM_DEVICE_STATUS),
          inDevices(
              GatedUses.ofOptional("bindsToNode", Device::bindsToNode)
                  .and(ofList("bindingConditions", Device::bindingConditions))
                  .and(ofList("bindingFailureConditions", Device::bindingFailureConditions))),
          _ -> false,
          spec -> devices(spec, Device::withoutBinding));

  private static final GatedField<ResourceSliceSpec> CONSUMABLE_CAPACITY =
      new GatedField<>(
          Gate.DRA_CONSUMABLE_CAPACITY,
          inDevices(ofOptional("allowMultipleAllocations", Device::allowMultipleAllocations))
              .and(inCapacities(ofOptional("requestPolicy", DeviceCapacity::requestPolicy))),
          spec ->
              capacities(
                  devices(spec, Device::withoutMultipleAllocations),
                  DeviceCapacity::withoutRequestPolicy));

  private static final GatedField<ResourceSliceSpec> COMPATIBILITY_GROUPS =
      new GatedField<>(
          Gate.DRA_DEVICE_COMPATIBILITY_GROUPS,
          inConsumptions(
              ofList("compatibilityGroups", DeviceCounterConsumption::compatibilityGroups)),
          spec ->
              consumptions(spec, consumption -> consumption.withCompatibilityGroups(List.of())));

  private static final GatedField<ResourceSliceSpec> SHARED_CONSUMABLE_CAPACITY =
      new GatedField<>(
          Gate.DRA_SHARED_CONSUMABLE_CAPACITY,
          inCounters(
              GatedUses.ofOptional("requestPolicy", Counter::requestPolicy)
                  .and(ofOptional("valueFrom", Counter::valueFrom))),
          spec -> counters(spec, Counter::fixed));

  private static final GatedField<ResourceSliceSpec> NODE_ALLOCATABLE_RESOURCES =
      new GatedField<>(
          Gate.DRA_NODE_ALLOCATABLE_RESOURCES,
          inDevices(ofMap("nodeAllocatableResources", Device::nodeAllocatableResources)),
          spec -> devices(spec, device -> device.withNodeAllocatableResources(Map.of())));

  private static final GatedField<ResourceSliceSpec> LIST_ATTRIBUTES =
      new GatedField<>(
          Gate.DRA_LIST_TYPE_ATTRIBUTES,
          inAttributes(ListAttributes::find),
          spec -> attributes(spec, ListAttributes::without));

  private static final GatedField<ResourceSliceSpec> PARTITION_TYPE =
      new GatedField<>(
          Gate.DRA_PARTITIONABLE_DEVICES_TYPE,
          ofOptional("partitionTypeAttribute", ResourceSliceSpec::partitionTypeAttribute),
          ResourceSliceSpec::withoutPartitionTypeAttribute);

  private static final GatedField<ResourceSliceSpec> SKIPPED_OPERATIONS =
      new GatedField<>(
          Gate.DRA_OPTIONAL_NODE_OPERATIONS,
          ofList("skipNodeOperations", ResourceSliceSpec::skipNodeOperations),
          spec -> spec.withSkipNodeOperations(List.of()));

  static final GatedFields<ResourceSliceSpec> ALL =
      new GatedFields<>(
          List.of(
              MIXINS,
              TAINTS,
              PARTITIONS,
              BINDING_CONDITIONS,
              CONSUMABLE_CAPACITY,
              COMPATIBILITY_GROUPS,
              SHARED_CONSUMABLE_CAPACITY,
              NODE_ALLOCATABLE_RESOURCES,
              LIST_ATTRIBUTES,
              PARTITION_TYPE,
              SKIPPED_OPERATIONS));

  private static ResourceSliceSpec withoutPartitions(ResourceSliceSpec spec) {
    var whole = spec.withCounterSetList(Optional.empty()).withoutPerDeviceNodeSelection();
    whole =
        mixins(
            whole,
            mixins -> mixins.withCounterSet(List.of()).withDeviceCounterConsumption(List.of()));
    return devices(whole, device -> device.withConsumesCounters(List.of()).withoutNodeSelection());
  }

  private static GatedUses<ResourceSliceSpec> inDevices(GatedUses<Device> gatedUses) {
    return inEach("devices", ResourceSliceSpec::devices, gatedUses);
  }

  static ResourceSliceSpec devices(ResourceSliceSpec spec, UnaryOperator<Device> change) {
    return spec.withDeviceList(spec.deviceList().map(list -> each(list, change)));
  }

  private static GatedUses<ResourceSliceSpec> inConsumptions(
      GatedUses<DeviceCounterConsumption> gatedUses) {
    return inDevices(inEach("consumesCounters", Device::consumesCounters, gatedUses));
  }

  private static ResourceSliceSpec consumptions(
      ResourceSliceSpec spec, UnaryOperator<DeviceCounterConsumption> change) {
    return devices(
        spec, device -> device.withConsumesCounters(each(device.consumesCounters(), change)));
  }

  private static GatedUses<ResourceSliceSpec> inCounterSets(GatedUses<CounterSet> gatedUses) {
    return inEach("sharedCounters", ResourceSliceSpec::sharedCounters, gatedUses);
  }

  private static ResourceSliceSpec counterSets(
      ResourceSliceSpec spec, UnaryOperator<CounterSet> change) {
    return spec.withCounterSetList(spec.counterSetList().map(list -> each(list, change)));
  }

  private static GatedUses<ResourceSliceSpec> inMixins(GatedUses<ResourceSliceMixins> gatedUses) {
    return inOptional("mixins", ResourceSliceSpec::mixins, gatedUses);
  }

  private static ResourceSliceSpec mixins(
      ResourceSliceSpec spec, UnaryOperator<ResourceSliceMixins> change) {
    return spec.withMixins(spec.mixins().map(change));
  }

  private static GatedUses<ResourceSliceSpec> inDeviceMixins(GatedUses<DeviceMixin> gatedUses) {
    return inMixins(inEach("device", ResourceSliceMixins::device, gatedUses));
  }

  private static ResourceSliceSpec deviceMixins(
      ResourceSliceSpec spec, UnaryOperator<DeviceMixin> change) {
    return mixins(spec, mixins -> mixins.withDevice(each(mixins.device(), change)));
  }

  private static GatedUses<ResourceSliceSpec> inAttributes(GatedUses<DeviceAttribute> gatedUses) {
    return inDevices(inEachValue("attributes", Device::attributes, gatedUses))
        .and(inDeviceMixins(inEachValue("attributes", DeviceMixin::attributes, gatedUses)));
  }

  private static ResourceSliceSpec attributes(
      ResourceSliceSpec spec, UnaryOperator<DeviceAttribute> change) {
    var changed =
        devices(
            spec, device -> device.withAttributes(FrozenMap.copyOf(device.attributes(), change)));
    return deviceMixins(
        changed, mixin -> mixin.withAttributes(FrozenMap.copyOf(mixin.attributes(), change)));
  }

  private static GatedUses<ResourceSliceSpec> inCapacities(GatedUses<DeviceCapacity> gatedUses) {
    return inDevices(inEachValue("capacity", Device::capacity, gatedUses))
        .and(inDeviceMixins(inEachValue("capacity", DeviceMixin::capacity, gatedUses)));
  }

  private static ResourceSliceSpec capacities(
      ResourceSliceSpec spec, UnaryOperator<DeviceCapacity> change) {
    var changed =
        devices(spec, device -> device.withCapacity(FrozenMap.copyOf(device.capacity(), change)));
    return deviceMixins(
        changed, mixin -> mixin.withCapacity(FrozenMap.copyOf(mixin.capacity(), change)));
  }

  private static GatedUses<ResourceSliceSpec> inCounters(GatedUses<Counter> gatedUses) {
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

  private static ResourceSliceSpec counters(ResourceSliceSpec spec, UnaryOperator<Counter> change) {
    var ofSets =
        counterSets(spec, set -> set.withCounters(FrozenMap.copyOf(set.counters(), change)));
    var ofConsumptions =
        consumptions(
            ofSets,
            consumption ->
                consumption.withCounters(FrozenMap.copyOf(consumption.counters(), change)));
    return mixins(ofConsumptions, mixins -> counters(mixins, change));
  }

  private static ResourceSliceMixins counters(
      ResourceSliceMixins mixins, UnaryOperator<Counter> change) {
    return mixins
        .withCounterSet(
            each(
                mixins.counterSet(),
                set -> set.withCounters(FrozenMap.copyOf(set.counters(), change))))
        .withDeviceCounterConsumption(
            each(
                mixins.deviceCounterConsumption(),
                consumption ->
                    consumption.withCounters(FrozenMap.copyOf(consumption.counters(), change))));
  }
}
