package dev.dray.allocation;

import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.allocation.request.NodeVerdict;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.LabeledNode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;

/** The outcomes of all nodes for the same claims; immutable. */
public final class Sweep {
  private final List<ResourceClaim> claims;
  private final List<LabeledNode> nodes;
  private final NodeVerdict[] verdicts;
  private final long steps;
  private final IntPredicate steady;

  Sweep(
      List<ResourceClaim> claims,
      List<LabeledNode> nodes,
      NodeVerdict[] verdicts,
      long steps,
      IntPredicate steady) {
    this.claims = List.copyOf(claims);
    this.nodes = nodes;
    this.verdicts = verdicts;
    this.steps = steps;
    this.steady = steady;
  }

  /** Returns the number of nodes that were asked. */
  public int size() {
    return verdicts.length;
  }

  public LabeledNode node(int i) {
    return nodes.get(i);
  }

  /** Returns whether the claims can be allocated on the i-th node. */
  public boolean fits(int i) {
    return verdicts[i] instanceof NodeVerdict.Placed;
  }

  /** Returns whether the search on the i-th node was given up, so that its outcome is not known. */
  public boolean isUndecided(int i) {
    return verdicts[i] instanceof NodeVerdict.Stopped;
  }

  /** Returns whether the outcome of some node is not known. */
  public boolean isUndecided() {
    return Arrays.stream(verdicts).anyMatch(NodeVerdict.Stopped.class::isInstance);
  }

  /** Returns the number of nodes on which the claims can be allocated. */
  public int fitting() {
    int count = 0;
    for (int i = 0; i < verdicts.length; i++) {
      count += fits(i) ? 1 : 0;
    }
    return count;
  }

  public AllocationOutcome answer(int i) {
    return verdicts[i].answer(claims);
  }

  /**
   * Returns the first error that ends the whole attempt. Upstream gives up wherever it meets one,
   * even if other nodes would do.
   */
  public Optional<AllocationOutcome.Fatal> fatal() {
    for (var verdict : verdicts) {
      if (verdict instanceof NodeVerdict.Fatal
          && verdict.answer(claims) instanceof AllocationOutcome.Fatal it) {
        return Optional.of(it);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns whether taking devices on the i-th node can change nothing but that claims no longer
   * fit. That is not so with alternatives, or with devices that are shared, partitioned or failing.
   */
  public boolean isSteady(int i) {
    return steady.test(i);
  }

  /**
   * Returns the score of the alternatives that the i-th node offers; 0 if the claims do not fit.
   */
  public long score(int i) {
    return verdicts[i] instanceof NodeVerdict.Placed placed ? placed.score() : 0;
  }

  /** Returns the first of the nodes with the highest score. */
  public OptionalInt best() {
    int best = -1;
    for (int i = 0; i < verdicts.length; i++) {
      if (fits(i) && (best < 0 || score(i) > score(best))) {
        best = i;
      }
    }
    return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
  }

  /** Returns the steps of all searches together; verdicts that were known took none. */
  public long steps() {
    return steps;
  }
}
