package dev.dray.ledger;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.Pool;
import dev.dray.inventory.PoolGeneration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The check that an allocation does not take what other claims hold; for one thread.
 *
 * <p>Only what is new in an allocation is checked, and only the budgets it draws on: a counter that
 * is overdrawn because its driver reduced it does not block allocations elsewhere. Sums are those
 * of {@link PoolLoad}, so whatever the allocator finds to fit is no overlap.
 *
 * <p>Conflicting uses of a device are found by its name and share IDs, whatever is published. The
 * other checks need to know how much there is. Capacity is not checked for a device that no
 * generation publishes, and nothing but names is checked if the pool is not published or its
 * generation is ambiguous ({@link PoolGeneration#isUnambiguous}).
 */
public final class Overlaps {
  private static final int KEPT_LOADS = 4096;

  private final Gates gates;

  /** The loads of pools that were checked lately. */
  private final SequencedMap<PoolId, PoolLoad> loads = new LinkedHashMap<>();

  public Overlaps(Gates gates) {
    this.gates = gates;
  }

  /** A result that holds a device, with its index in the allocation. */
  record Taking(int result, HeldDevice held) {}

  /**
   * Returns the first thing that the claim would take although it is not available, in any pool.
   *
   * @param pools the published pools
   * @param ledger the holdings of all claims; what it says of this claim does not matter
   * @param stored the claim as it is
   * @param written the claim as it would be
   */
  public Optional<Overlap> find(
      Function<PoolId, Optional<Pool>> pools,
      Ledger ledger,
      ResourceClaim stored,
      ResourceClaim written) {
    var others = ledger.without(written);
    var before = HeldDevice.byPool(stored);
    for (var entry : takings(written).entrySet()) {
      var id = entry.getKey();
      var fresh = new ArrayList<>(entry.getValue());
      var kept = kept(before.getOrDefault(id, List.of()), fresh);
      if (!fresh.isEmpty()) {
        var takings = new PoolTakings(id, others.usage(id).with(kept), fresh);
        var found =
            takings
                .takenDevice()
                .or(() -> pools.apply(id).flatMap(pool -> overdrawn(pool, takings)));
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the pools of which the written claim takes something that the stored one does not have.
   */
  public static List<PoolId> drawnOn(ResourceClaim stored, ResourceClaim written) {
    var before = HeldDevice.byPool(stored);
    var drawnOn = new ArrayList<PoolId>();
    takings(written)
        .forEach(
            (id, takings) -> {
              var fresh = new ArrayList<>(takings);
              kept(before.getOrDefault(id, List.of()), fresh);
              if (!fresh.isEmpty()) {
                drawnOn.add(id);
              }
            });
    return List.copyOf(drawnOn);
  }

  /** Returns the devices that a claim takes, by pool. */
  static Map<PoolId, List<Taking>> takings(ResourceClaim claim) {
    var takings = new TreeMap<PoolId, List<Taking>>();
    var results = HeldDevice.results(claim);
    for (int i = 0; i < results.size(); i++) {
      int index = i;
      var result = results.get(i);
      HeldDevice.of(claim, result)
          .ifPresent(
              held ->
                  takings
                      .computeIfAbsent(
                          new PoolId(result.driver(), result.pool()), _ -> new ArrayList<>())
                      .add(new Taking(index, held)));
    }
    return takings;
  }

  /** Removes from the takings what was held before, and returns it. */
  static List<HeldDevice> kept(List<HeldDevice> before, List<Taking> takings) {
    var unmatched = new ArrayList<>(before);
    var kept = new ArrayList<HeldDevice>();
    takings.removeIf(
        taking -> {
          boolean known = unmatched.remove(taking.held());
          if (known) {
            kept.add(taking.held());
          }
          return known;
        });
    return kept;
  }

  /**
   * Returns the overlap by the generation that has the devices. If several have them, which one
   * counts depends on the node, so it must be an overlap by each of them.
   */
  private Optional<Overlap> overdrawn(Pool pool, PoolTakings takings) {
    var found = Optional.<Overlap>empty();
    for (var generation : publishing(pool, takings)) {
      var here =
          generation.isUnambiguous()
              ? takings.overdrawn(load(generation, takings.before()))
              : Optional.<Overlap>empty();
      if (here.isEmpty()) {
        return here;
      }
      found = found.or(() -> here);
    }
    return found;
  }

  /**
   * Returns the generations that have any of the devices, newest first; if none does, the newest
   * one for its counters.
   */
  private static List<PoolGeneration> publishing(Pool pool, PoolTakings takings) {
    var publishing =
        pool.generations().stream()
            .filter(it -> takings.devices().stream().anyMatch(name -> it.row(name).isPresent()))
            .toList();
    return publishing.isEmpty() ? List.of(pool.newest()) : publishing;
  }

  // A generation never changes; it is replaced by another object.
  @SuppressWarnings("ReferenceEquality")
  private PoolLoad load(PoolGeneration generation, PoolUsage usage) {
    var known = loads.remove(generation.pool());
    var load =
        known == null || known.generation() != generation
            ? PoolLoad.of(generation, usage, gates)
            : known.with(usage);
    loads.putLast(generation.pool(), load);
    if (loads.size() > KEPT_LOADS) {
      loads.pollFirstEntry();
    }
    return load;
  }
}
