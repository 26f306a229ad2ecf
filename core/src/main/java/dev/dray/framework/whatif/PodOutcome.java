package dev.dray.framework.whatif;

import dev.dray.api.core.Pod;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.framework.UnschedulableReason;
import java.util.List;

/** The outcome for a pod. */
public sealed interface PodOutcome {

  /** Returns the pod as it is now. */
  Pod pod();

  /**
   * The pod runs on a node.
   *
   * @param pod the pod, bound to the node
   * @param claims its claims, allocated and reserved for it, in its order
   */
  record On(Pod pod, String node, List<ResourceClaim> claims) implements PodOutcome {
    public On {
      claims = List.copyOf(claims);
    }
  }

  /** The pod has to wait. */
  record Waits(Pod pod, UnschedulableReason reason) implements PodOutcome {

    /** Returns one line, as the event of a scheduler would say it. */
    public String message() {
      return reason.message();
    }
  }
}
