package dev.dray.allocation;

import dev.dray.allocation.explain.Explainer;
import dev.dray.allocation.explain.Explanation;
import dev.dray.allocation.explain.NodesExplanation;
import dev.dray.allocation.fill.DeviceTypeNumbers;
import dev.dray.allocation.fill.Filler;
import dev.dray.allocation.fill.Filling;
import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.allocation.request.AllocationRequestReader;
import dev.dray.allocation.request.NodeVerdict;
import dev.dray.allocation.request.PoolRemainders;
import dev.dray.allocation.request.RecentAllocationRequests;
import dev.dray.allocation.request.SelectorCache;
import dev.dray.allocation.search.Pruning;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.NodeView;
import dev.dray.inventory.Snapshot;
import dev.dray.ledger.Ledger;
import dev.dray.selector.DeviceExpressions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/**
 * The allocator: finds devices for claims, the same ones that upstream's scheduler would find.
 *
 * <p>It keeps what it finds out about expressions, pools and nodes, and looks again only where
 * something has changed: create one and keep it. Any number of threads may use it.
 */
public final class Allocator {
  /** The number of nodes that one task of a sweep covers. */
  private static final int STRETCH = 64;

  private final SelectorCache selectorCache = new SelectorCache(DeviceExpressions.forStored());
  private final Gates gates;
  private final RecentAllocationRequests asks;
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();
  private final PoolRemainders remainders;

  /** Creates an allocator for snapshots of inventories with the same gates. */
  public Allocator(Gates gates) {
    this(gates, Pruning.Skills.ALL);
  }

  /** Creates an allocator with other pruning, for tests. */
  Allocator(Gates gates, Pruning.Skills skills) {
    this.gates = gates;
    asks = new RecentAllocationRequests(skills);
    remainders = new PoolRemainders(gates);
  }

  /**
   * Returns whether these claims, not allocated yet, can be allocated together on the node, and
   * how.
   */
  public AllocationOutcome allocate(
      Snapshot snapshot, Ledger ledger, LabeledNode node, List<ResourceClaim> claims) {
    return allocate(snapshot, ledger, node, claims, () -> false);
  }

  /** Does the same, and gives up when {@code stop} says so; it is asked now and then. */
  public AllocationOutcome allocate(
      Snapshot snapshot,
      Ledger ledger,
      LabeledNode node,
      List<ResourceClaim> claims,
      BooleanSupplier stop) {
    return switch (read(snapshot, claims)) {
      case AllocationRequestReader.Reading.Refused(var message) ->
          new AllocationOutcome.Fatal(message);
      case AllocationRequestReader.Reading.Read(var request) ->
          request
              .verdict(view(snapshot, node), ledger, remainders, stop, new LongAdder())
              .answer(claims);
    };
  }

  /** Returns the outcomes of all these nodes, computed one after the other. */
  public Sweep sweep(
      Snapshot snapshot, Ledger ledger, List<LabeledNode> nodes, List<ResourceClaim> claims) {
    return sweep(snapshot, ledger, nodes, claims, Parallelizer.CALLER, () -> false);
  }

  /** Does the same in parallel, and gives up when {@code stop} says so. */
  public Sweep sweep(
      Snapshot snapshot,
      Ledger ledger,
      List<LabeledNode> nodes,
      List<ResourceClaim> claims,
      Parallelizer parallelizer,
      BooleanSupplier stop) {
    return sweep(snapshot, ledger, nodes, claims, parallelizer, (FilterTimeout) () -> stop);
  }

  /** Does the same with a timeout for each node. */
  public Sweep sweep(
      Snapshot snapshot,
      Ledger ledger,
      List<LabeledNode> nodes,
      List<ResourceClaim> claims,
      Parallelizer parallelizer,
      FilterTimeout timeout) {
    var verdicts = new NodeVerdict[nodes.size()];
    var steps = new LongAdder();
    IntPredicate steady = _ -> true;
    switch (read(snapshot, claims)) {
      case AllocationRequestReader.Reading.Refused(var message) -> {
        for (int i = 0; i < verdicts.length; i++) {
          verdicts[i] = new NodeVerdict.Fatal(_ -> message);
        }
      }
      case AllocationRequestReader.Reading.Read(var request) -> {
        parallelizer.run(
            (verdicts.length + STRETCH - 1) / STRETCH,
            stretch -> {
              int end = Math.min((stretch + 1) * STRETCH, verdicts.length);
              for (int i = stretch * STRETCH; i < end; i++) {
                var view = view(snapshot, nodes.get(i));
                verdicts[i] = request.verdict(view, ledger, remainders, timeout.begin(), steps);
              }
            });
        steady = i -> request.isSteady(view(snapshot, nodes.get(i)));
      }
    }
    return new Sweep(claims, nodes, verdicts, steps.sum(), steady);
  }

  /**
   * Returns how many claims like this one the node can take one after the other, for each device
   * type as if its devices were the only ones.
   *
   * @param claim one request for one device, without alternatives
   */
  public Filling fill(
      Snapshot snapshot,
      Ledger ledger,
      LabeledNode node,
      ResourceClaim claim,
      DeviceTypeNumbers kinds) {
    return switch (read(snapshot, List.of(claim))) {
      case AllocationRequestReader.Reading.Refused(var message) ->
          new Filling(Optional.of(message), List.of());
      case AllocationRequestReader.Reading.Read(var request) -> {
        if (request.alternatives().size() != 1
            || request.alternative(0).all()
            || request.alternative(0).count() != 1) {
          throw new IllegalArgumentException(
              "The claim [%s] must be for one device.".formatted(claim.spec()));
        }
        yield new Filler(request, view(snapshot, node), ledger, remainders, kinds).fill();
      }
    };
  }

  /**
   * Forgets all allocation requests and the verdicts found for them. The results of expressions on
   * devices and the remainders of pools stay known.
   */
  public void forgetClaims() {
    asks.clear();
  }

  /** Forgets a node that is gone, which would otherwise be kept for ever. */
  public void forgetNode(String name) {
    seen.remove(name);
    asks.forgetNode(name);
  }

  /** Forgets a pool that is gone. */
  public void forgetPool(PoolId pool) {
    remainders.forget(pool);
    asks.forgetPool(pool);
  }

  /**
   * Returns why these claims cannot be allocated together on the node; empty if they can.
   *
   * <p>It costs a few searches at most.
   */
  public Optional<Explanation> explain(
      Snapshot snapshot, Ledger ledger, LabeledNode node, List<ResourceClaim> claims) {
    return explainer(snapshot, ledger, claims, () -> false).explain(node);
  }

  /** Returns why these claims cannot be allocated on these nodes, for those where they cannot. */
  public NodesExplanation explain(
      Snapshot snapshot, Ledger ledger, List<LabeledNode> nodes, List<ResourceClaim> claims) {
    return explain(snapshot, ledger, nodes, claims, () -> false);
  }

  /** Does the same; nodes that are not decided when {@code stop} says so stay undecided. */
  public NodesExplanation explain(
      Snapshot snapshot,
      Ledger ledger,
      List<LabeledNode> nodes,
      List<ResourceClaim> claims,
      BooleanSupplier stop) {
    return explainer(snapshot, ledger, claims, stop).explain(nodes);
  }

  private Explainer explainer(
      Snapshot snapshot, Ledger ledger, List<ResourceClaim> claims, BooleanSupplier stop) {
    return new Explainer(
        snapshot,
        ledger,
        claims,
        read(snapshot, claims),
        selectorCache,
        remainders,
        node -> view(snapshot, node),
        stop);
  }

  private AllocationRequestReader.Reading read(Snapshot snapshot, List<ResourceClaim> claims) {
    if (!snapshot.gates().equals(gates)) {
      throw new IllegalArgumentException(
          "The snapshot has other feature gates [%s] than the allocator [%s]."
              .formatted(snapshot.gates(), gates));
    }
    return asks.of(snapshot, claims, selectorCache);
  }

  /** The view a node has of a snapshot. */
  private record Seen(Snapshot snapshot, NodeView view) {}

  // Callers mostly pass the same object for the same node.
  @SuppressWarnings("ReferenceEquality")
  private NodeView view(Snapshot snapshot, LabeledNode node) {
    var before = seen.get(node.name());
    if (before != null && (before.view().node() == node || before.view().node().equals(node))) {
      if (before.snapshot() == snapshot) {
        return before.view();
      }
      if (snapshot.isCurrent(before.view())) {
        seen.put(node.name(), new Seen(snapshot, before.view()));
        return before.view();
      }
    }
    var view = snapshot.on(node);
    seen.put(node.name(), new Seen(snapshot, view));
    return view;
  }
}
