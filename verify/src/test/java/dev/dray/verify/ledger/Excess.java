package dev.dray.verify.ledger;

import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.inventory.PoolGeneration;
import dev.dray.inventory.Snapshot;
import dev.dray.ledger.GroupState;
import dev.dray.ledger.Ledger;
import dev.dray.ledger.PoolLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Finds by adding everything up twice, before and after, whether a claim is too much. */
record Excess(Snapshot snapshot, Ledger before, ResourceClaim claim) {

  Optional<String> find() {
    var pools = new TreeSet<PoolId>();
    charged().forEach(it -> pools.add(new PoolId(it.driver(), it.pool())));
    return pools.stream().flatMap(pool -> find(pool).stream()).findFirst();
  }

  private List<DeviceRequestAllocationResult> charged() {
    return claim
        .status()
        .allocation()
        .map(AllocationResult::devices)
        .orElseThrow()
        .results()
        .stream()
        .filter(it -> !it.adminAccess().orElse(false))
        .toList();
  }

  /** Which generation a node sees is not known here: it must be too much in each. */
  private Optional<String> find(PoolId pool) {
    var twice = twice(pool);
    if (twice.isPresent() || snapshot.pool(pool).isEmpty()) {
      return twice;
    }
    var generations = snapshot.pool(pool).get().generations();
    var having = generations.stream().filter(it -> hasAny(it, pool)).toList();
    var judging = having.isEmpty() ? generations.subList(0, 1) : having;
    var found =
        judging.stream()
            .filter(PoolGeneration::isUnambiguous)
            .flatMap(it -> tooMuch(pool, it).stream())
            .toList();
    return found.size() == judging.size() ? Optional.of(found.toString()) : Optional.empty();
  }

  private boolean hasAny(PoolGeneration generation, PoolId pool) {
    return of(pool).stream().anyMatch(it -> generation.row(it.device()).isPresent());
  }

  private Optional<String> twice(PoolId pool) {
    for (var result : of(pool)) {
      var use = before.usage(pool).device(result.device());
      if (use.isPresent() && (result.shareId().isEmpty() || !use.get().exclusive().isEmpty())) {
        return Optional.of(result.device() + " twice");
      }
    }
    return Optional.empty();
  }

  private List<DeviceRequestAllocationResult> of(PoolId pool) {
    return charged().stream()
        .filter(it -> new PoolId(it.driver(), it.pool()).equals(pool))
        .toList();
  }

  private Optional<String> tooMuch(PoolId pool, PoolGeneration generation) {
    var gates = snapshot.gates();
    var old = PoolLoad.of(generation, before.usage(pool), gates);
    var now = PoolLoad.of(generation, before.with(claim).usage(pool), gates);
    var found = new ArrayList<String>();
    for (int i = 0; i < generation.counters().size(); i++) {
      if (now.rest(i).sign() < 0 && now.rest(i).compareTo(old.rest(i)) < 0) {
        found.add("counter " + generation.counters().name(i));
      }
    }
    for (var result : of(pool)) {
      generation.row(result.device()).ifPresent(row -> device(old, now, result, row, found));
    }
    groups(pool, generation, found);
    return found.stream().findFirst();
  }

  /** Who has a share of a device already has joined its sets with it. */
  private void groups(PoolId pool, PoolGeneration generation, List<String> found) {
    var fresh =
        claim.status().allocation().map(AllocationResult::devices).orElseThrow().results().stream()
            .filter(it -> before.usage(pool).device(it.device()).isEmpty())
            .toList();
    var joining =
        claim.withStatus(
            claim
                .status()
                .withAllocation(
                    claim
                        .status()
                        .allocation()
                        .map(it -> it.withDevices(it.devices().withResults(fresh)))));
    var load = PoolLoad.of(generation, before.with(joining).usage(pool), snapshot.gates());
    for (var result : of(pool)) {
      var row = generation.row(result.device());
      if (fresh.contains(result) && row.isPresent()) {
        var counterDraw = generation.draw(generation.traitsNumber(row.getAsInt()));
        for (int i = 0; i < counterDraw.sets(); i++) {
          if (load.groups(counterDraw.set(i)) instanceof GroupState.Blocked) {
            found.add("groups of " + generation.counters().setName(counterDraw.set(i)));
          }
        }
      }
    }
  }

  private static void device(
      PoolLoad old,
      PoolLoad now,
      DeviceRequestAllocationResult result,
      int row,
      List<String> found) {
    var generation = now.generation();
    var traits = generation.traits(generation.traitsNumber(row));
    for (var name : result.consumedCapacity().keySet()) {
      var shortest = QualifiedName.shortest(name, result.driver());
      var capacity = traits.capacity().get(shortest);
      Quantity sum = now.consumed(row, shortest);
      var published = generation.unpatchedCapacity(row).get(shortest);
      if (capacity != null
          && sum.compareTo(capacity.value()) > 0
          && (published == null || sum.compareTo(published.value()) > 0)
          && sum.compareTo(old.consumed(row, shortest)) > 0) {
        found.add("capacity " + name);
      }
    }
    if (old.exclusivelyUsed(row)) {
      found.add("more than one share of " + result.device());
    }
  }
}
