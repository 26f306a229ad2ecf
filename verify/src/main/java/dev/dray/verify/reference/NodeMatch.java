package dev.dray.verify.reference;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.NodeSelector;
import java.util.Optional;

/** Whether a slice or a device can be used on a node. */
final class NodeMatch {
  private final NodeFacts node;

  NodeMatch(NodeFacts node) {
    this.node = node;
  }

  boolean of(EffectiveDevice device) {
    var published = device.published();
    return matches(published.nodeName(), published.allNodes(), published.nodeSelector());
  }

  boolean matches(
      Optional<String> nodeName, Optional<Boolean> allNodes, Optional<NodeSelector> selector) {
    if (nodeName.filter(name -> !name.isEmpty()).isPresent()) {
      return nodeName.get().equals(node.name());
    }
    if (allNodes.orElse(false)) {
      return true;
    }
    return selector.isPresent() && matches(selector.get());
  }

  private boolean matches(NodeSelector selector) {
    var mistakes = selector.mistakes(FieldPath.ROOT);
    if (!mistakes.isEmpty()) {
      throw new FatalProblem("failed to parse node selector: " + mistakes);
    }
    return selector.matches(node.labels(), node.name());
  }
}
