package dev.dray.framework.whatif;

import dev.dray.api.core.Node;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.meta.NodeSelectorRequirement;
import dev.dray.api.meta.NodeSelectorTerm;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.device.Device;
import java.util.List;
import java.util.Optional;

/** The references to one node in slices, devices and selectors: by its name or its host name. */
record NodeReferences(String name, String hostname) {
  static final String HOSTNAME = "kubernetes.io/hostname";
  private static final String NAME = "metadata.name";

  static NodeReferences to(Node node) {
    var name = node.metadata().name();
    return new NodeReferences(name, node.metadata().labels().getOrDefault(HOSTNAME, name));
  }

  /**
   * Returns the slices that are for this node alone, with those that only hold counters for them.
   */
  List<ResourceSlice> own(List<ResourceSlice> slices) {
    var pools = slices.stream().filter(this::isOnly).map(NodeReferences::pool).toList();
    return slices.stream()
        .filter(it -> isOnly(it) || (hasOnlyCounters(it) && pools.contains(pool(it))))
        .toList();
  }

  private static PoolId pool(ResourceSlice slice) {
    return new PoolId(slice.spec().driver(), slice.spec().pool().name());
  }

  private static boolean hasOnlyCounters(ResourceSlice slice) {
    var spec = slice.spec();
    return spec.devices().isEmpty()
        && spec.nodeName().isEmpty()
        && spec.nodeSelector().isEmpty()
        && !spec.allNodes().orElse(false);
  }

  private boolean isOnly(ResourceSlice slice) {
    var spec = slice.spec();
    return isOnly(spec.nodeName(), spec.nodeSelector())
        || (spec.perDeviceNodeSelection().orElse(false)
            && !spec.devices().isEmpty()
            && spec.devices().stream().allMatch(it -> isOnly(it.nodeName(), it.nodeSelector())));
  }

  private boolean isOnly(Optional<String> nodeName, Optional<NodeSelector> selector) {
    return nodeName.isPresent()
        ? nodeName.get().equals(name)
        : selector.map(NodeSelector::nodeSelectorTerms).stream()
            .anyMatch(terms -> !terms.isEmpty() && terms.stream().allMatch(this::isOnly));
  }

  private boolean isOnly(NodeSelectorTerm term) {
    return term.matchFields().stream().anyMatch(it -> isOnly(it, NAME, name))
        || term.matchExpressions().stream().anyMatch(it -> isOnly(it, HOSTNAME, hostname));
  }

  private static boolean isOnly(NodeSelectorRequirement it, String key, String value) {
    return it.key().equals(key) && it.operator().equals("In") && it.values().equals(List.of(value));
  }

  /** Returns the device, for the other node if it was for this one. */
  Device renamed(Device device, String other) {
    return device.withNodeSelection(
        device.nodeName().map(it -> it.equals(name) ? other : it),
        device.nodeSelector().map(it -> renamed(it, other)));
  }

  /** Returns the selector with references to this node replaced by the other node. */
  NodeSelector renamed(NodeSelector selector, String other) {
    return new NodeSelector(
        selector.nodeSelectorTerms().stream()
            .map(
                term ->
                    new NodeSelectorTerm(
                        term.matchExpressions().stream()
                            .map(it -> renamed(it, HOSTNAME, hostname, other))
                            .toList(),
                        term.matchFields().stream()
                            .map(it -> renamed(it, NAME, name, other))
                            .toList()))
            .toList());
  }

  private static NodeSelectorRequirement renamed(
      NodeSelectorRequirement it, String key, String value, String other) {
    return it.key().equals(key)
        ? new NodeSelectorRequirement(
            key,
            it.operator(),
            it.values().stream().map(one -> one.equals(value) ? other : one).toList())
        : it;
  }
}
