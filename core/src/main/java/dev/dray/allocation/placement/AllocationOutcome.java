package dev.dray.allocation.placement;

import static java.util.Objects.requireNonNull;

/** Whether claims can be allocated on a node. */
public sealed interface AllocationOutcome {

  /** They can, and so. */
  record Fits(Placement placement) implements AllocationOutcome {
    public Fits {
      requireNonNull(placement, "placement");
    }
  }

  /** They cannot on this node, as things are. Others may do. */
  record DoesNotFit() implements AllocationOutcome {}

  /** They cannot on this node, and something is wrong with it. Others may do. */
  record Unusable(String message) implements AllocationOutcome {
    public Unusable {
      requireNonNull(message, "message");
    }
  }

  /** Something is wrong with the claims, or with what they meet: no node is tried any further. */
  record Fatal(String message) implements AllocationOutcome {
    public Fatal {
      requireNonNull(message, "message");
    }
  }

  /** The search was told to stop before it had an answer. */
  record Stopped() implements AllocationOutcome {}
}
