package dev.dray.framework.node;

import dev.dray.api.core.NodeTaint;
import dev.dray.api.core.PodSpec;
import dev.dray.api.core.PodToleration;
import dev.dray.api.core.PreferredNodes;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.NodeSelector;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The nodes a pod may and would rather run on, as far as that does not depend on other pods. */
public record NodeRequirements(
    Map<String, String> nodeSelector,
    Optional<NodeSelector> required,
    List<PreferredNodes> preferred,
    List<PodToleration> tolerations) {

  /** The requirements of a pod without any: every node without a cordon or taint will do. */
  public static final NodeRequirements ANY =
      new NodeRequirements(Map.of(), Optional.empty(), List.of(), List.of());

  public static final String CORDONED = "node(s) were unschedulable";
  public static final String TAINTED = "node(s) had untolerated taint";
  public static final String NO_MATCH = "node(s) didn't match Pod's node affinity/selector";

  private static final NodeTaint UNSCHEDULABLE =
      new NodeTaint("node.kubernetes.io/unschedulable", "", "NoSchedule");

  public NodeRequirements {
    nodeSelector = FrozenMap.copyOf(nodeSelector);
    preferred = List.copyOf(preferred);
    tolerations = List.copyOf(tolerations);
  }

  public static NodeRequirements of(PodSpec spec) {
    return new NodeRequirements(
        spec.nodeSelector(), spec.requiredNodes(), spec.preferredNodes(), spec.tolerations());
  }

  /**
   * Returns the only node the pod can run on, if its affinity names one. Every pod of a daemon set
   * has one, so all other nodes must be ruled out by their name alone.
   */
  Optional<String> onlyNode() {
    return required
        .filter(selector -> selector.nodeSelectorTerms().size() == 1)
        .flatMap(selector -> selector.nodeSelectorTerms().getFirst().onlyNode());
  }

  /** Returns why the pod may not run on the node, in upstream's words and order of filters. */
  Optional<String> refusal(NodeInfo node) {
    if (node.unschedulable() && !tolerates(UNSCHEDULABLE)) {
      return Optional.of(CORDONED);
    }
    for (var taint : node.taints()) {
      if (isHard(taint) && !tolerates(taint)) {
        return Optional.of("%s {%s: %s}".formatted(TAINTED, taint.key(), taint.value()));
      }
    }
    return matches(node) ? Optional.empty() : Optional.of(NO_MATCH);
  }

  private boolean tolerates(NodeTaint taint) {
    for (var toleration : tolerations) {
      if (toleration.tolerates(taint)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHard(NodeTaint taint) {
    return taint.effect().equals("NoSchedule") || taint.effect().equals("NoExecute");
  }

  private boolean matches(NodeInfo node) {
    var labels = node.node().labels();
    for (var wanted : nodeSelector.entrySet()) {
      if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
        return false;
      }
    }
    return required.isEmpty() || required.get().matches(labels, node.node().name());
  }

  /** Returns the sum of the weights of all preferred terms that the node matches. */
  int preference(NodeInfo node) {
    int sum = 0;
    for (var one : preferred) {
      var selector = new NodeSelector(List.of(one.preference()));
      sum += selector.matches(node.node().labels(), node.node().name()) ? one.weight() : 0;
    }
    return sum;
  }

  /**
   * Returns the number of {@code PreferNoSchedule} taints of the node that the pod does not
   * tolerate.
   */
  int reluctance(NodeInfo node) {
    int count = 0;
    for (var taint : node.taints()) {
      count += taint.effect().equals("PreferNoSchedule") && !tolerates(taint) ? 1 : 0;
    }
    return count;
  }
}
