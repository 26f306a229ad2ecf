package dev.dray.inventory;

import dev.dray.api.meta.NodeSelector;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Device;
import java.util.Optional;

/** The nodes that can use a slice or a device. */
public sealed interface NodeSelection {
  /** The node of this name. */
  record OnNode(String name) implements NodeSelection {}

  record AllNodes() implements NodeSelection {}

  /** The nodes that satisfy the selector; none if it has a mistake. */
  record Matching(NodeSelector selector) implements NodeSelection {}

  /** No node: nothing is specified that is known here. */
  record Nowhere() implements NodeSelection {}

  static NodeSelection of(ResourceSliceSpec slice) {
    return of(slice.nodeName(), slice.allNodes(), slice.nodeSelector());
  }

  static NodeSelection of(Device device) {
    return of(device.nodeName(), device.allNodes(), device.nodeSelector());
  }

  private static NodeSelection of(
      Optional<String> nodeName, Optional<Boolean> allNodes, Optional<NodeSelector> selector) {
    if (!nodeName.orElse("").isEmpty()) {
      return new OnNode(nodeName.get());
    }
    if (allNodes.orElse(false)) {
      return new AllNodes();
    }
    return selector.<NodeSelection>map(Matching::new).orElseGet(Nowhere::new);
  }

  default boolean matches(LabeledNode node) {
    return switch (this) {
      case OnNode(var name) -> name.equals(node.name());
      case AllNodes() -> true;
      case Matching(var selector) -> selector.matches(node.labels(), node.name());
      case Nowhere() -> false;
    };
  }
}
