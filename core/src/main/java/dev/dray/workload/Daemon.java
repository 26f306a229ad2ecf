package dev.dray.workload;

import dev.dray.api.codec.PodPinning;
import dev.dray.api.core.Node;
import dev.dray.api.core.NodeTaint;
import dev.dray.api.core.Pod;
import dev.dray.api.core.PodSpec;
import dev.dray.api.core.PodToleration;
import dev.dray.api.core.Workload;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.meta.NodeSelectorRequirement;
import dev.dray.api.meta.NodeSelectorTerm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A daemon set: the nodes on which it has a pod, and the pod for each. */
final class Daemon {
  private static final String NODE_NAME = "metadata.name";

  /** The tolerations that the controller gives all its pods, whatever the template says. */
  private static final List<PodToleration> TOLERATED =
      Stream.of(
              new NodeTaint("node.kubernetes.io/not-ready", "", "NoExecute"),
              new NodeTaint("node.kubernetes.io/unreachable", "", "NoExecute"),
              new NodeTaint("node.kubernetes.io/disk-pressure", "", "NoSchedule"),
              new NodeTaint("node.kubernetes.io/memory-pressure", "", "NoSchedule"),
              new NodeTaint("node.kubernetes.io/pid-pressure", "", "NoSchedule"),
              new NodeTaint("node.kubernetes.io/unschedulable", "", "NoSchedule"))
          .map(taint -> new PodToleration(taint.key(), "Exists", "", taint.effect()))
          .toList();

  private static final Set<String> KEEPING_AWAY = Set.of("NoSchedule", "NoExecute");

  private final Workload workload;
  private final PodSpec template;
  private final List<PodToleration> added;
  private final List<PodToleration> tolerations;

  Daemon(Workload workload) {
    this.workload = workload;
    template = workload.template().spec();
    added = TOLERATED.stream().filter(it -> !template.tolerations().contains(it)).toList();
    tolerations = new ArrayList<>(template.tolerations());
    tolerations.addAll(added);
  }

  /** Returns whether the controller creates a pod for the node; it does not check resources. */
  boolean runsOn(Node node) {
    var name = node.metadata().name();
    var labels = node.metadata().labels();
    return (template.nodeName().isEmpty() || template.nodeName().equals(name))
        && labels.entrySet().containsAll(template.nodeSelector().entrySet())
        && template.requiredNodes().filter(it -> !it.matches(labels, name)).isEmpty()
        && node.taints().stream().allMatch(this::bears);
  }

  private boolean bears(NodeTaint taint) {
    return !KEEPING_AWAY.contains(taint.effect())
        || tolerations.stream().anyMatch(it -> it.tolerates(taint));
  }

  /** Returns the pod for this node and no other. */
  Pod podOn(Node node) {
    var pod = PodMaker.pod(workload, node.metadata().name());
    var required = pinnedTo(node.metadata().name());
    return new Pod(
        pod.metadata(),
        pod.spec().pinnedTo(required, tolerations),
        pod.status(),
        pod.json().isAbsent() ? pod.json() : PodPinning.pinned(pod.json(), required, added));
  }

  private static NodeSelector pinnedTo(String node) {
    var field = new NodeSelectorRequirement(NODE_NAME, "In", List.of(node));
    return new NodeSelector(List.of(new NodeSelectorTerm(List.of(), List.of(field))));
  }

  /** Returns the node that a pod of a daemon set is on, or is meant for. */
  static Optional<String> nodeOf(Pod pod) {
    if (!pod.spec().nodeName().isEmpty()) {
      return Optional.of(pod.spec().nodeName());
    }
    return pod.spec().requiredNodes().stream()
        .flatMap(selector -> selector.nodeSelectorTerms().stream())
        .flatMap(term -> term.matchFields().stream())
        .filter(field -> field.key().equals(NODE_NAME) && field.values().size() == 1)
        .map(field -> field.values().getFirst())
        .findFirst();
  }
}
