package dev.dray.framework;

import static java.util.Objects.requireNonNull;

import dev.dray.allocation.explain.NodesExplanation;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.LabeledNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/** Why a pod, or a claim that asks for itself, has to wait. */
public sealed interface UnschedulableReason {

  /** One line, as the event of a scheduler would say it. */
  String message();

  /** The plugins of kube-scheduler that would refuse the pod, by name. */
  SortedSet<String> plugins();

  /** Why devices are lacking, where they are: mostly none or one. */
  default List<NodesExplanation> explanations() {
    return List.of();
  }

  /** Somebody keeps it from being placed. */
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

  /** It is going away. */
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

  /** Claims or templates are not there, or cannot be used. */
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

  /** Something is wrong with the claims, or with what they meet. */
  record Mistake(int nodes, String mistake) implements UnschedulableReason {
    public Mistake {
      requireNonNull(mistake, "mistake");
    }

    @Override
    public String message() {
      return "0/%d nodes are available: %s.".formatted(nodes, mistake);
    }

    @Override
    public SortedSet<String> plugins() {
      return Plugins.of(Plugins.DEVICES);
    }
  }

  /** No node would do. */
  final class NoNode implements UnschedulableReason {
    private final int nodes;
    private final Map<String, Integer> reasons;
    private final DeviceSnapshot devices;
    private final List<ResourceClaim> unallocated;
    private final List<Lack> lacks;
    private final List<LabeledNode> timedOut;

    /** Nodes that have no devices for these claims. */
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

    /** The claims for which no devices were found, as they were then. */
    public List<ResourceClaim> unallocated() {
      return unallocated;
    }

    /** The claims that explanations name, in the same order for all pods that ask the same. */
    public List<ResourceClaim> explained() {
      return lacks.stream().flatMap(lack -> lack.claims().stream()).toList();
    }

    /** How many nodes there are. */
    public int nodes() {
      return nodes;
    }

    /** Each reason, with how many nodes it is said of. */
    public Map<String, Integer> reasons() {
      return reasons;
    }

    /** Whether some node was given up before all was tried: another time it might do. */
    public boolean tookTooLong() {
      return !timedOut.isEmpty();
    }

    /** Nodes on which the search was given up, so that it is not known whether they would do. */
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

    /** Worked out when it is asked for: it costs a look at each of these nodes. */
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
