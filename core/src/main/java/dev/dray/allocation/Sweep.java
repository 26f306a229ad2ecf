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

/** The answers of all nodes to the same claims; never changes. */
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

  /** How many nodes were asked. */
  public int size() {
    return verdicts.length;
  }

  public LabeledNode node(int i) {
    return nodes.get(i);
  }

  /** Whether the claims can be allocated on the i-th node. */
  public boolean fits(int i) {
    return verdicts[i] instanceof NodeVerdict.Placed;
  }

  /** Whether the search on the i-th node was given up, so that it is not known. */
  public boolean isUndecided(int i) {
    return verdicts[i] instanceof NodeVerdict.Stopped;
  }

  /** Whether it is not known of some node. */
  public boolean isUndecided() {
    return Arrays.stream(verdicts).anyMatch(NodeVerdict.Stopped.class::isInstance);
  }

  /** On how many nodes they can. */
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
   * The first mistake that ends the whole attempt. Upstream gives up wherever it meets one, even if
   * other nodes would do.
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
   * Whether all that can come of devices being taken on the i-th node is that claims no longer fit.
   * Where there are alternatives, or devices are shared, partitioned or not to be told, it is not.
   */
  public boolean isSteady(int i) {
    return steady.test(i);
  }

  /** How good the alternatives are that the i-th node offers; 0 if it offers none. */
  public long score(int i) {
    return verdicts[i] instanceof NodeVerdict.Placed placed ? placed.score() : 0;
  }

  /** The first of the nodes with the highest score. */
  public OptionalInt best() {
    int best = -1;
    for (int i = 0; i < verdicts.length; i++) {
      if (fits(i) && (best < 0 || score(i) > score(best))) {
        best = i;
      }
    }
    return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
  }

  /** What the searches took together; those whose answers were known took nothing. */
  public long steps() {
    return steps;
  }
}
