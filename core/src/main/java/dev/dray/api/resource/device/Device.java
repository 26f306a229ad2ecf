package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.NodeSelector;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One allocatable device, as its driver published it. */
public record Device(
    String name,
    List<String> includes,
    Map<String, DeviceAttribute> attributes,
    Map<String, DeviceCapacity> capacity,
    List<DeviceCounterConsumption> consumesCounters,
    Optional<String> nodeName,
    Optional<NodeSelector> nodeSelector,
    Optional<Boolean> allNodes,
    List<DeviceTaint> taints,
    Optional<Boolean> bindsToNode,
    List<String> bindingConditions,
    List<String> bindingFailureConditions,
    Optional<Boolean> allowMultipleAllocations,
    Map<String, NodeAllocatableResource> nodeAllocatableResources) {
  public Device {
    requireNonNull(name, "name");
    includes = List.copyOf(includes);
    attributes = FrozenMap.copyOf(attributes);
    capacity = FrozenMap.copyOf(capacity);
    consumesCounters = List.copyOf(consumesCounters);
    requireNonNull(nodeName, "nodeName");
    requireNonNull(nodeSelector, "nodeSelector");
    requireNonNull(allNodes, "allNodes");
    taints = List.copyOf(taints);
    requireNonNull(bindsToNode, "bindsToNode");
    bindingConditions = List.copyOf(bindingConditions);
    bindingFailureConditions = List.copyOf(bindingFailureConditions);
    requireNonNull(allowMultipleAllocations, "allowMultipleAllocations");
    nodeAllocatableResources = FrozenMap.copyOf(nodeAllocatableResources);
  }

  /** Returns a device with nothing but a name. */
  public static Device named(String name) {
    return new Device(
        name,
        List.of(),
        Map.of(),
        Map.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Map.of());
  }

  public Device withName(String name) {
    return new Device(
        name,
        includes,
        attributes,
        capacity,
        consumesCounters,
        nodeName,
        nodeSelector,
        allNodes,
        taints,
        bindsToNode,
        bindingConditions,
        bindingFailureConditions,
        allowMultipleAllocations,
        nodeAllocatableResources);
  }

  public Device withIncludes(List<String> includes) {
    return new Device(
        name,
        includes,
        attributes,
        capacity,
        consumesCounters,
        nodeName,
        nodeSelector,
        allNodes,
        taints,
        bindsToNode,
        bindingConditions,
        bindingFailureConditions,
        allowMultipleAllocations,
        nodeAllocatableResources);
  }

  public Device withAttributes(Map<String, DeviceAttribute> attributes) {
    return new Device(
        name,
        includes,
        attributes,
        capacity,
        consumesCounters,
        nodeName,
        nodeSelector,
        allNodes,
        taints,
        bindsToNode,
        bindingConditions,
        bindingFailureConditions,
        allowMultipleAllocations,
        nodeAllocatableResources);
  }

  public Device withCapacity(Map<String, DeviceCapacity> capacity) {
    return new Device(
        name,
        includes,
        attributes,
        capacity,
        consumesCounters,
        nodeName,
        nodeSelector,
        allNodes,
        taints,
        bindsToNode,
        bindingConditions,
        bindingFailureConditions,
        allowMultipleAllocations,
        nodeAllocatableResources);
  }

  public Device withConsumesCounters(List<DeviceCounterConsumption> consumesCounters) {
    return new Device(
        name,
        includes,
        attributes,
        capacity,
        consumesCounters,
        nodeName,
        nodeSelector,
        allNodes,
        taints,
        bindsToNode,
        bindingConditions,
        bindingFailureConditions,
        allowMultipleAllocations,
        nodeAllocatableResources);
  }

  public Device withTaints(List<DeviceTaint> taints) {
    return new Device(
        name,
        includes,
        attributes,
        capacity,
        consumesCounters,
        nodeName,
        nodeSelector,
        allNodes,
        taints,
        bindsToNode,
        bindingConditions,
        bindingFailureConditions,
        allowMultipleAllocations,
        nodeAllocatableResources);
  }

  public Device withNodeAllocatableResources(
      Map<String, NodeAllocatableResource> nodeAllocatableResources) {
    return new Device(
        name,
        includes,
        attributes,
        capacity,
        consumesCounters,
        nodeName,
        nodeSelector,
        allNodes,
        taints,
        bindsToNode,
        bindingConditions,
        bindingFailureConditions,
        allowMultipleAllocations,
        nodeAllocatableResources);
  }

  public Device withNodeSelection(Optional<String> nodeName, Optional<NodeSelector> nodeSelector) {
    return new Device(
        name,
        includes,
        attributes,
        capacity,
        consumesCounters,
        nodeName,
        nodeSelector,
        allNodes,
        taints,
        bindsToNode,
        bindingConditions,
        bindingFailureConditions,
        allowMultipleAllocations,
        nodeAllocatableResources);
  }

  public Device withoutNodeSelection() {
    return new Device(
        name,
        includes,
        attributes,
        capacity,
        consumesCounters,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        taints,
        bindsToNode,
        bindingConditions,
        bindingFailureConditions,
        allowMultipleAllocations,
        nodeAllocatableResources);
  }

  public Device withoutBinding() {
    return new Device(
        name,
        includes,
        attributes,
        capacity,
        consumesCounters,
        nodeName,
        nodeSelector,
        allNodes,
        taints,
        Optional.empty(),
        List.of(),
        List.of(),
        allowMultipleAllocations,
        nodeAllocatableResources);
  }

  /** Returns the same device, with multiple allocations allowed. */
  public Device withMultipleAllocations() {
    return new Device(
        name,
        includes,
        attributes,
        capacity,
        consumesCounters,
        nodeName,
        nodeSelector,
        allNodes,
        taints,
        bindsToNode,
        bindingConditions,
        bindingFailureConditions,
        Optional.of(true),
        nodeAllocatableResources);
  }

  public Device withoutMultipleAllocations() {
    return new Device(
        name,
        includes,
        attributes,
        capacity,
        consumesCounters,
        nodeName,
        nodeSelector,
        allNodes,
        taints,
        bindsToNode,
        bindingConditions,
        bindingFailureConditions,
        Optional.empty(),
        nodeAllocatableResources);
  }
}
