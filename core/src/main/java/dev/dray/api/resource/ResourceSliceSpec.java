package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.NodeSelector;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.Device;
import java.util.List;
import java.util.Optional;

/**
 * The content of one slice, as a driver publishes it.
 *
 * <p>Upstream distinguishes an absent list of devices or counter sets from an empty one (a slice
 * may have one of the two fields, not both), so these two are optional lists; {@link #devices} and
 * {@link #sharedCounters} are for callers to whom that makes no difference.
 */
public record ResourceSliceSpec(
    String driver,
    ResourcePool pool,
    Optional<String> nodeName,
    Optional<NodeSelector> nodeSelector,
    Optional<Boolean> allNodes,
    Optional<List<Device>> deviceList,
    Optional<Boolean> perDeviceNodeSelection,
    Optional<List<CounterSet>> counterSetList,
    Optional<ResourceSliceMixins> mixins,
    Optional<String> partitionTypeAttribute,
    List<String> skipNodeOperations) {
  public ResourceSliceSpec {
    requireNonNull(driver, "driver");
    requireNonNull(pool, "pool");
    requireNonNull(nodeName, "nodeName");
    requireNonNull(nodeSelector, "nodeSelector");
    requireNonNull(allNodes, "allNodes");
    deviceList = deviceList.map(List::copyOf);
    requireNonNull(perDeviceNodeSelection, "perDeviceNodeSelection");
    counterSetList = counterSetList.map(List::copyOf);
    requireNonNull(mixins, "mixins");
    requireNonNull(partitionTypeAttribute, "partitionTypeAttribute");
    skipNodeOperations = List.copyOf(skipNodeOperations);
  }

  /** Returns the devices, or none. */
  public List<Device> devices() {
    return deviceList.orElse(List.of());
  }

  /** Returns the counter sets that devices of the same pool may consume from, or none. */
  public List<CounterSet> sharedCounters() {
    return counterSetList.orElse(List.of());
  }

  public ResourceSliceSpec withDeviceList(Optional<List<Device>> deviceList) {
    return new ResourceSliceSpec(
        driver,
        pool,
        nodeName,
        nodeSelector,
        allNodes,
        deviceList,
        perDeviceNodeSelection,
        counterSetList,
        mixins,
        partitionTypeAttribute,
        skipNodeOperations);
  }

  public ResourceSliceSpec withCounterSetList(Optional<List<CounterSet>> counterSetList) {
    return new ResourceSliceSpec(
        driver,
        pool,
        nodeName,
        nodeSelector,
        allNodes,
        deviceList,
        perDeviceNodeSelection,
        counterSetList,
        mixins,
        partitionTypeAttribute,
        skipNodeOperations);
  }

  public ResourceSliceSpec withMixins(Optional<ResourceSliceMixins> mixins) {
    return new ResourceSliceSpec(
        driver,
        pool,
        nodeName,
        nodeSelector,
        allNodes,
        deviceList,
        perDeviceNodeSelection,
        counterSetList,
        mixins,
        partitionTypeAttribute,
        skipNodeOperations);
  }

  public ResourceSliceSpec withSkipNodeOperations(List<String> skipNodeOperations) {
    return new ResourceSliceSpec(
        driver,
        pool,
        nodeName,
        nodeSelector,
        allNodes,
        deviceList,
        perDeviceNodeSelection,
        counterSetList,
        mixins,
        partitionTypeAttribute,
        skipNodeOperations);
  }

  public ResourceSliceSpec withPool(ResourcePool pool) {
    return new ResourceSliceSpec(
        driver,
        pool,
        nodeName,
        nodeSelector,
        allNodes,
        deviceList,
        perDeviceNodeSelection,
        counterSetList,
        mixins,
        partitionTypeAttribute,
        skipNodeOperations);
  }

  /** Returns the same slice for the nodes that the selector selects. */
  public ResourceSliceSpec withNodeSelector(NodeSelector selector) {
    return new ResourceSliceSpec(
        driver,
        pool,
        Optional.empty(),
        Optional.of(selector),
        Optional.empty(),
        deviceList,
        Optional.empty(),
        counterSetList,
        mixins,
        partitionTypeAttribute,
        skipNodeOperations);
  }

  public ResourceSliceSpec withoutPerDeviceNodeSelection() {
    return new ResourceSliceSpec(
        driver,
        pool,
        nodeName,
        nodeSelector,
        allNodes,
        deviceList,
        Optional.empty(),
        counterSetList,
        mixins,
        partitionTypeAttribute,
        skipNodeOperations);
  }

  public ResourceSliceSpec withoutPartitionTypeAttribute() {
    return new ResourceSliceSpec(
        driver,
        pool,
        nodeName,
        nodeSelector,
        allNodes,
        deviceList,
        perDeviceNodeSelection,
        counterSetList,
        mixins,
        Optional.empty(),
        skipNodeOperations);
  }
}
