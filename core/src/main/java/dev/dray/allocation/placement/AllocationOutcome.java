package dev.dray.allocation.placement;

/** The outcome of allocating claims on a node. */
public sealed interface AllocationOutcome {

  /** The claims fit, with this placement. */
  record Fits(Placement placement) implements AllocationOutcome {}

  /** The claims do not fit on this node at present. Other nodes may do. */
  record DoesNotFit() implements AllocationOutcome {}

  /**
   * The claims cannot be allocated because something is wrong with this node. Other nodes may do.
   */
  record Unusable(String message) implements AllocationOutcome {}

  /** The claims, a class or a slice they meet is wrong: no further node is tried. */
  record Fatal(String message) implements AllocationOutcome {}

  /** The search was told to stop before it was decided. */
  record Stopped() implements AllocationOutcome {}
}
