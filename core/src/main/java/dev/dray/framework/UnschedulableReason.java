package dev.dray.framework;

import dev.dray.allocation.explain.NodesExplanation;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.LabeledNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/** The reason why a pod, or a claim placed by itself, has to wait. */
public sealed interface UnschedulableReason {

  /** Returns one line, as the event of a scheduler would say it. */
  String message();

  /** Returns the names of kube-scheduler's plugins that would refuse the pod. */
  SortedSet<String> plugins();

  /** Returns explanations where devices are lacking: mostly none or one. */
  default List<NodesExplanation> explanations() {
    return List.of();
  }

  /** Scheduling gates keep the pod from being placed. */
  record Gated(List<String> gates) implements UnschedulableReason {
    public Gated {
      gates = List.copyOf(gates);
    }

    @Override
    public String message() {
      return "waiting for scheduling gates: " + String.join(", ", gates);
    }

    @Override
    public SortedSet<String> plugins() {
      return Plugins.of("SchedulingGates");
    }
  }

  /** The pod is being deleted. */
  record Deleted() implements UnschedulableReason {
    @Override
    public String message() {
      return "the pod is being deleted";
    }

    @Override
    public SortedSet<String> plugins() {
      return Plugins.of();
    }
  }

  /** Claims or templates do not exist, or cannot be used. */
  record ClaimsMissing(List<String> reasons) implements UnschedulableReason {
    public ClaimsMissing {
      reasons = List.copyOf(reasons);
    }

    @Override
    public String message() {
      return String.join(", ", reasons);
    }

    @Override
    public SortedSet<String> plugins() {
      return Plugins.of(Plugins.DEVICES);
    }
  }

  /** The claims, or the objects they refer to, have a mistake. */
  record Mistake(int nodes, String mistake) implements UnschedulableReason {

    @Override
    public String message() {
      return "0/%d nodes are available: %s.".formatted(nodes, mistake);
    }

    @Override
    public SortedSet<String> plugins() {
      return Plugins.of(Plugins.DEVICES);
    }
  }

  /** No node fits. */
  final class NoNode implements UnschedulableReason {
    private final int nodes;
    private final Map<String, Integer> reasons;
    private final DeviceSnapshot devices;
    private final List<ResourceClaim> unallocated;
    private final List<Lack> lacks;
    private final List<LabeledNode> timedOut;

    /** Nodes without devices for these claims. */
    record Lack(List<LabeledNode> nodes, List<ResourceClaim> claims) {}

    NoNode(
        int nodes,
        Map<String, Integer> reasons,
        DeviceSnapshot devices,
        List<ResourceClaim> unallocated,
        List<Lack> lacks,
        List<LabeledNode> timedOut) {
      this.nodes = nodes;
      this.reasons = FrozenMap.copyOf(reasons);
      this.devices = devices;
      this.unallocated = List.copyOf(unallocated);
      this.lacks = List.copyOf(lacks);
      this.timedOut = List.copyOf(timedOut);
    }

    /** Returns the claims for which no devices were found, as they were then. */
    public List<ResourceClaim> unallocated() {
      return unallocated;
    }

    /**
     * Returns the claims that explanations name, in the same order for all pods with the same
     * signature.
     */
    public List<ResourceClaim> explained() {
      return lacks.stream().flatMap(lack -> lack.claims().stream()).toList();
    }

    /** Returns the number of nodes. */
    public int nodes() {
      return nodes;
    }

    /** Returns each reason with the number of nodes it applies to. */
    public Map<String, Integer> reasons() {
      return reasons;
    }

    /** Returns whether the search on some node did not finish: another time the node might fit. */
    public boolean tookTooLong() {
      return !timedOut.isEmpty();
    }

    /**
     * Returns the nodes on which the search did not finish, so that it is not known whether they
     * fit.
     */
    public List<LabeledNode> timedOut() {
      return timedOut;
    }

    @Override
    public String message() {
      var start = "0/%d nodes are available".formatted(nodes);
      var counted = new ArrayList<String>();
      reasons.forEach((reason, count) -> counted.add(count + " " + reason));
      counted.sort(null);
      return counted.isEmpty() ? start + "." : start + ": " + String.join(", ", counted) + ".";
    }

    @Override
    public SortedSet<String> plugins() {
      return Plugins.of(reasons.keySet().stream().map(Plugins::refusing).toArray(String[]::new));
    }

    /** Computes the explanations on demand: that costs a look at each of these nodes. */
    @Override
    public List<NodesExplanation> explanations() {
      return lacks.stream().map(lack -> devices.explain(lack.nodes(), lack.claims())).toList();
    }

    @Override
    public String toString() {
      return message();
    }
  }
}
