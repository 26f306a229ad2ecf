package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.NodeSelector;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.Device;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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
    return changed(it -> it.deviceList = deviceList);
  }

  public ResourceSliceSpec withCounterSetList(Optional<List<CounterSet>> counterSetList) {
    return changed(it -> it.counterSetList = counterSetList);
  }

  public ResourceSliceSpec withMixins(Optional<ResourceSliceMixins> mixins) {
    return changed(it -> it.mixins = mixins);
  }

  public ResourceSliceSpec withSkipNodeOperations(List<String> skipNodeOperations) {
    return changed(it -> it.skipNodeOperations = skipNodeOperations);
  }

  public ResourceSliceSpec withPool(ResourcePool pool) {
    return changed(it -> it.pool = pool);
  }

  /** Returns the same slice for the nodes that the selector selects. */
  public ResourceSliceSpec withNodeSelector(NodeSelector selector) {
    return changed(
        it -> {
          it.nodeName = Optional.empty();
          it.nodeSelector = Optional.of(selector);
          it.allNodes = Optional.empty();
          it.perDeviceNodeSelection = Optional.empty();
        });
  }

  public ResourceSliceSpec withoutPerDeviceNodeSelection() {
    return changed(it -> it.perDeviceNodeSelection = Optional.empty());
  }

  public ResourceSliceSpec withoutPartitionTypeAttribute() {
    return changed(it -> it.partitionTypeAttribute = Optional.empty());
  }

  /** A copy of this content that can be changed. */
  private final class Draft {
    private ResourcePool pool = ResourceSliceSpec.this.pool;
    private Optional<String> nodeName = ResourceSliceSpec.this.nodeName;
    private Optional<NodeSelector> nodeSelector = ResourceSliceSpec.this.nodeSelector;
    private Optional<Boolean> allNodes = ResourceSliceSpec.this.allNodes;
    private Optional<List<Device>> deviceList = ResourceSliceSpec.this.deviceList;
    private Optional<Boolean> perDeviceNodeSelection =
        ResourceSliceSpec.this.perDeviceNodeSelection;
    private Optional<List<CounterSet>> counterSetList = ResourceSliceSpec.this.counterSetList;
    private Optional<ResourceSliceMixins> mixins = ResourceSliceSpec.this.mixins;
    private Optional<String> partitionTypeAttribute = ResourceSliceSpec.this.partitionTypeAttribute;
    private List<String> skipNodeOperations = ResourceSliceSpec.this.skipNodeOperations;

    private ResourceSliceSpec spec() {
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
  }

  private ResourceSliceSpec changed(Consumer<Draft> change) {
    var draft = new Draft();
    change.accept(draft);
    return draft.spec();
  }
}
