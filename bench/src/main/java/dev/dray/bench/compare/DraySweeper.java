package dev.dray.bench.compare;

import dev.dray.allocation.Allocator;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.claim.AllocationWriter;
import dev.dray.claim.Written;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.Snapshot;
import dev.dray.ledger.Ledger;
import java.util.ArrayList;
import java.util.List;

/** Dray's allocator with every feature on, as upstream's is measured. */
final class DraySweeper implements Sweeper {
  private static final Gates EVERYTHING = everything();

  private static Gates everything() {
    var gates = Gates.defaults();
    for (var gate : Gate.values()) {
      gates = gates.with(gate);
    }
    return gates;
  }

  @Override
  public Sweep prepare(World world) {
    var inventory = new Inventory(EVERYTHING);
    world.classes().forEach(inventory::put);
    world.slices().forEach(inventory::put);
    world.patches().forEach(inventory::put);
    return new Prepared(world, inventory.snapshot(), ledger(world));
  }

  private List<ResourceClaim> holders = List.of();
  private Ledger ledger = Ledger.empty();

  /** Who holds what is given to upstream as it keeps it, so it is not counted here either. */
  // The same world is taken in again and again; comparing the claims would be counted, too.
  @SuppressWarnings("ReferenceEquality")
  private Ledger ledger(World world) {
    if (holders != world.holders()) {
      holders = world.holders();
      ledger = Ledger.of(holders);
    }
    return ledger;
  }

  private static final class Prepared implements Sweep {
    private final World world;
    private final Snapshot snapshot;
    private final Ledger ledger;
    private final Allocator allocator = new Allocator(EVERYTHING);
    private final AllocationWriter writer = new AllocationWriter(EVERYTHING, () -> "share");
    private List<Outcome> outcomes = List.of();

    /** What a node came to, before it is turned into words. */
    private sealed interface Outcome {
      record Results(List<AllocationResult> results) implements Outcome {}

      record Nothing() implements Outcome {}

      record Wrong() implements Outcome {}
    }

    private Prepared(World world, Snapshot snapshot, Ledger ledger) {
      this.world = world;
      this.snapshot = snapshot;
      this.ledger = ledger;
    }

    @Override
    public void run() {
      // Every run is a new claim: nothing that was found for an earlier one may help.
      allocator.forgetClaims();
      var sweep = allocator.sweep(snapshot, ledger, world.nodes(), world.claims());
      var found = new ArrayList<Outcome>(sweep.size());
      for (int i = 0; i < sweep.size(); i++) {
        found.add(outcome(sweep.answer(i)));
      }
      outcomes = found;
    }

    private Outcome outcome(dev.dray.allocation.placement.AllocationOutcome outcome) {
      return switch (outcome) {
        case dev.dray.allocation.placement.AllocationOutcome.Fits(var placement) ->
            switch (writer.results(placement)) {
              case Written.Results(var results) -> new Outcome.Results(results);
              case Written.Fatal _ -> new Outcome.Wrong();
            };
        case dev.dray.allocation.placement.AllocationOutcome.DoesNotFit _,
            dev.dray.allocation.placement.AllocationOutcome.Unusable _,
            dev.dray.allocation.placement.AllocationOutcome.Stopped _ ->
            new Outcome.Nothing();
        case dev.dray.allocation.placement.AllocationOutcome.Fatal _ -> new Outcome.Wrong();
      };
    }

    @Override
    public List<Answer> answers() {
      var answers = new ArrayList<Answer>();
      for (int i = 0; i < outcomes.size(); i++) {
        var node = world.nodes().get(i).name();
        answers.add(
            switch (outcomes.get(i)) {
              case Outcome.Nothing _ -> new Answer.NoFit(node);
              case Outcome.Wrong _ -> new Answer.Fatal(node);
              case Outcome.Results(var results) ->
                  new Answer.Fits(node, results.stream().map(Prepared::given).toList());
            });
      }
      return answers;
    }

    private static List<Answer.Given> given(AllocationResult result) {
      return result.devices().results().stream()
          .map(it -> new Answer.Given(it.request(), it.driver(), it.pool(), it.device()))
          .toList();
    }
  }
}
