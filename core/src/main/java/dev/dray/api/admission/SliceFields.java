package dev.dray.api.admission;

import static dev.dray.api.admission.GatedUses.ofList;
import static dev.dray.api.admission.GatedUses.ofMap;
import static dev.dray.api.admission.GatedUses.ofOptional;
import static dev.dray.api.admission.SliceParts.attributes;
import static dev.dray.api.admission.SliceParts.capacities;
import static dev.dray.api.admission.SliceParts.consumptions;
import static dev.dray.api.admission.SliceParts.counters;
import static dev.dray.api.admission.SliceParts.devices;
import static dev.dray.api.admission.SliceParts.inAttributes;
import static dev.dray.api.admission.SliceParts.inCapacities;
import static dev.dray.api.admission.SliceParts.inConsumptions;
import static dev.dray.api.admission.SliceParts.inCounterSets;
import static dev.dray.api.admission.SliceParts.inCounters;
import static dev.dray.api.admission.SliceParts.inDevices;
import static dev.dray.api.admission.SliceParts.inMixins;
import static dev.dray.api.admission.SliceParts.mixins;

import dev.dray.api.gate.Gate;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The gated fields of a slice. */
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
}
