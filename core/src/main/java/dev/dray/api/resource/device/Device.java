package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.NodeSelector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

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
    return changed(it -> it.name = name);
  }

  public Device withIncludes(List<String> includes) {
    return changed(it -> it.includes = includes);
  }

  public Device withAttributes(Map<String, DeviceAttribute> attributes) {
    return changed(it -> it.attributes = attributes);
  }

  public Device withCapacity(Map<String, DeviceCapacity> capacity) {
    return changed(it -> it.capacity = capacity);
  }

  public Device withConsumesCounters(List<DeviceCounterConsumption> consumesCounters) {
    return changed(it -> it.consumesCounters = consumesCounters);
  }

  public Device withTaints(List<DeviceTaint> taints) {
    return changed(it -> it.taints = taints);
  }

  public Device withNodeAllocatableResources(
      Map<String, NodeAllocatableResource> nodeAllocatableResources) {
    return changed(it -> it.nodeAllocatableResources = nodeAllocatableResources);
  }

  public Device withNodeSelection(Optional<String> nodeName, Optional<NodeSelector> nodeSelector) {
    return changed(
        it -> {
          it.nodeName = nodeName;
          it.nodeSelector = nodeSelector;
        });
  }

  public Device withoutNodeSelection() {
    return changed(
        it -> {
          it.nodeName = Optional.empty();
          it.nodeSelector = Optional.empty();
          it.allNodes = Optional.empty();
        });
  }

  public Device withoutBinding() {
    return changed(
        it -> {
          it.bindsToNode = Optional.empty();
          it.bindingConditions = List.of();
          it.bindingFailureConditions = List.of();
        });
  }

  /** Returns the same device, with multiple allocations allowed. */
  public Device withMultipleAllocations() {
    return changed(it -> it.allowMultipleAllocations = Optional.of(true));
  }

  public Device withoutMultipleAllocations() {
    return changed(it -> it.allowMultipleAllocations = Optional.empty());
  }

  /** A copy of this device that can be changed. */
  private final class Draft {
    private String name = Device.this.name;
    private List<String> includes = Device.this.includes;
    private Map<String, DeviceAttribute> attributes = Device.this.attributes;
    private Map<String, DeviceCapacity> capacity = Device.this.capacity;
    private List<DeviceCounterConsumption> consumesCounters = Device.this.consumesCounters;
    private Optional<String> nodeName = Device.this.nodeName;
    private Optional<NodeSelector> nodeSelector = Device.this.nodeSelector;
    private Optional<Boolean> allNodes = Device.this.allNodes;
    private List<DeviceTaint> taints = Device.this.taints;
    private Optional<Boolean> bindsToNode = Device.this.bindsToNode;
    private List<String> bindingConditions = Device.this.bindingConditions;
    private List<String> bindingFailureConditions = Device.this.bindingFailureConditions;
    private Optional<Boolean> allowMultipleAllocations = Device.this.allowMultipleAllocations;
    private Map<String, NodeAllocatableResource> nodeAllocatableResources =
        Device.this.nodeAllocatableResources;

    private Device device() {
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
  }

  private Device changed(Consumer<Draft> change) {
    var draft = new Draft();
    change.accept(draft);
    return draft.device();
  }
}
