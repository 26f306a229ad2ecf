package dev.dray.allocation.explain;

import dev.dray.allocation.explain.NodesExplanation.NodeGroup;
import dev.dray.allocation.request.AllocationRequest;
import dev.dray.allocation.request.AllocationRequestReader;
import dev.dray.allocation.request.NodeVerdict;
import dev.dray.allocation.request.PoolRemainders;
import dev.dray.allocation.request.SelectorCache;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.NodeView;
import dev.dray.inventory.Snapshot;
import dev.dray.ledger.Ledger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The explainer of failed allocations, node by node, which groups nodes by reason; for one thread.
 */
public final class Explainer {
  private final List<ResourceClaim> claims;
  private final AllocationRequestReader.Reading reading;
  private final Ledger ledger;
  private final PoolRemainders remainders;
  private final Function<LabeledNode, NodeView> views;
  private final Advice advice;
  private final BooleanSupplier stop;

  public Explainer(
      Snapshot snapshot,
      Ledger ledger,
      List<ResourceClaim> claims,
      AllocationRequestReader.Reading reading,
      SelectorCache selectorCache,
      PoolRemainders remainders,
      Function<LabeledNode, NodeView> views,
      BooleanSupplier stop) {
    this.claims = claims;
    this.reading = reading;
    this.ledger = ledger;
    this.remainders = remainders;
    this.views = views;
    this.advice = new Advice(snapshot, selectorCache);
    this.stop = stop;
  }

  public Optional<Explanation> explain(LabeledNode node) {
    return switch (reading) {
      case AllocationRequestReader.Reading.Refused(var message) ->
          Optional.of(Diagnosis.refused(node.name(), message));
      case AllocationRequestReader.Reading.Read(var request) ->
          diagnose(request, node).map(Diagnosis::explanation);
    };
  }

  /** Returns the diagnosis of a node; empty if the claims fit there. */
  private Optional<Diagnosis> diagnose(AllocationRequest request, LabeledNode node) {
    var view = views.apply(node);
    var verdict = request.verdict(view, ledger, remainders, stop, new LongAdder());
    return verdict instanceof NodeVerdict.Placed
        ? Optional.empty()
        : Optional.of(new Diagnosis(request, claims, view, ledger, remainders, verdict, advice));
  }

  public NodesExplanation explain(List<LabeledNode> nodes) {
    var sorted = nodes.stream().sorted(Comparator.comparing(LabeledNode::name)).toList();
    return switch (reading) {
      case AllocationRequestReader.Reading.Refused(var message) -> refused(sorted, message);
      case AllocationRequestReader.Reading.Read(var request) -> grouped(request, sorted);
    };
  }

  private static NodesExplanation refused(List<LabeledNode> nodes, String message) {
    if (nodes.isEmpty()) {
      return new NodesExplanation(0, 0, List.of());
    }
    var example = Diagnosis.refused(nodes.getFirst().name(), message);
    var names = nodes.stream().map(LabeledNode::name).toList();
    return new NodesExplanation(
        nodes.size(), 0, List.of(new NodeGroup(example.summary().text(), names, example)));
  }

  /** The nodes with the same reason; only the first of them is explained. */
  private static final class Group {
    private final Diagnosis first;
    private final List<String> names = new ArrayList<>();

    Group(Diagnosis first) {
      this.first = first;
    }
  }

  private NodesExplanation grouped(AllocationRequest request, List<LabeledNode> nodes) {
    var groups = new LinkedHashMap<String, Group>();
    int fitting = 0;
    for (var node : nodes) {
      var diagnosis = diagnose(request, node);
      if (diagnosis.isEmpty()) {
        fitting++;
      } else {
        var found = diagnosis.get();
        groups
            .computeIfAbsent(found.summary().text(), _ -> new Group(found))
            .names
            .add(node.name());
      }
    }
    var all = new ArrayList<NodeGroup>();
    groups.forEach(
        (text, group) -> all.add(new NodeGroup(text, group.names, group.first.explanation())));
    all.sort(
        Comparator.<NodeGroup>comparingInt(group -> -group.nodes().size())
            .thenComparing(NodeGroup::summary));
    return new NodesExplanation(nodes.size(), fitting, all);
  }
}
