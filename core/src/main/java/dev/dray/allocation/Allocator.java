package dev.dray.allocation;

import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.Node;
import dev.dray.inventory.Snapshot;
import dev.dray.ledger.Ledger;
import dev.dray.selector.DeviceExpressions;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Finds devices for claims, the same ones that upstream's scheduler would find.
 *
 * <p>It keeps what it finds out about expressions and pools, so make one and keep it. Any number of
 * threads may use it.
 */
public final class Allocator {
  private final Selectors selectors;
  private final Loads loads;

  public Allocator(Gates gates) {
    selectors = new Selectors(DeviceExpressions.forStored());
    loads = new Loads(gates);
  }

  /** Whether these claims, which are not allocated yet, can be allocated together on the node. */
  public Answer allocate(Snapshot snapshot, Ledger ledger, Node node, List<ResourceClaim> claims) {
    return allocate(snapshot, ledger, node, claims, () -> false);
  }

  /** The same, given up when {@code stop} says so; it is asked now and then. */
  public Answer allocate(
      Snapshot snapshot,
      Ledger ledger,
      Node node,
      List<ResourceClaim> claims,
      BooleanSupplier stop) {
    return switch (new AskReader(snapshot, selectors).read(claims)) {
      case AskReader.Reading.Refused(var message) -> new Answer.Fatal(message);
      case AskReader.Reading.Asked(var ask) ->
          new Attempt(ask, snapshot.on(node), ledger, loads).run(stop).answer(claims);
    };
  }
}
