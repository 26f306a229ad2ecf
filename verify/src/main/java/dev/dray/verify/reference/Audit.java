package dev.dray.verify.reference;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.selector.DeviceExpressions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Adds up what claims hold, to see whether the last one got what is not there to be had.
 *
 * <p>Make one and keep it: it remembers compiled expressions, nothing else.
 */
public final class Audit {
  private final Expressions expressions = new Expressions(DeviceExpressions.forStored());

  /**
   * What is given twice, whatever is published.
   *
   * @param others all claims but this one
   */
  public static List<String> twice(List<ResourceClaim> others, ResourceClaim claim) {
    var found = new ArrayList<String>();
    var mine = new ArrayList<DeviceRequestAllocationResult>();
    for (var result : charged(claim)) {
      mine.stream()
          .filter(it -> collide(it, result))
          .forEach(_ -> found.add(name(result) + " is given twice to " + name(claim)));
      mine.add(result);
      for (var other : others) {
        charged(other).stream()
            .filter(it -> collide(it, result))
            .forEach(
                _ ->
                    found.add(
                        "%s is given to %s and to %s"
                            .formatted(name(result), name(other), name(claim))));
      }
    }
    return found;
  }

  private static boolean collide(
      DeviceRequestAllocationResult one, DeviceRequestAllocationResult other) {
    return DeviceName.of(one).equals(DeviceName.of(other))
        && (one.shareId().isEmpty()
            || one.shareId().equals(other.shareId())
            || other.shareId().isEmpty());
  }

  private static String name(ResourceClaim claim) {
    return claim.metadata().namespace() + "/" + claim.metadata().name();
  }

  private static DeviceName name(DeviceRequestAllocationResult result) {
    return DeviceName.of(result);
  }

  private static List<DeviceRequestAllocationResult> charged(ResourceClaim claim) {
    return claim.status().allocation().map(it -> it.devices().results()).orElse(List.of()).stream()
        .filter(it -> !it.adminAccess().orElse(false))
        .toList();
  }

  /**
   * Which counters, capacities and groups do not allow for what the claim got. A pool that is not
   * complete, or does not publish the device, says nothing.
   *
   * @param world what is published, a node that may use the claim, and all other claims
   */
  public List<String> overdrawn(World world, ResourceClaim claim) {
    var rules = new Rules(world.gates(), EnumSet.noneOf(Quirk.class));
    var slices = new Effects(world, rules, expressions).slices();
    var pools = new TreeMap<PoolName, Pool>();
    new PoolGathering(world, rules, slices).pools().forEach(it -> pools.put(it.name(), it));
    var others = world.allocatedClaims();
    var all = new ArrayList<>(others);
    all.add(claim);
    var before = new Usage(world, rules);
    var after = new Usage(world.withClaims(all, List.of()), rules);
    var drawnOn = new TreeSet<PoolName>();
    charged(claim).forEach(it -> drawnOn.add(PoolName.of(it)));
    var found = new ArrayList<String>();
    for (var name : drawnOn) {
      Optional.ofNullable(pools.get(name))
          .filter(it -> it.state() == Pool.State.COMPLETE && publishesAll(it, claim))
          .ifPresent(pool -> new Books(rules, pool, before, after, claim).audit(found));
    }
    return found;
  }

  private static boolean publishesAll(Pool pool, ResourceClaim claim) {
    var names = new HashSet<DeviceName>();
    pool.published().forEach(it -> names.add(it.name()));
    return charged(claim).stream()
        .map(DeviceName::of)
        .filter(it -> it.pool().equals(pool.name()))
        .allMatch(names::contains);
  }

  /** One pool before and after. */
  private record Books(Rules rules, Pool pool, Usage before, Usage after, ResourceClaim claim) {

    void audit(List<String> found) {
      counters(found);
      var seen = new HashSet<DeviceName>();
      var groups = new TreeMap<>(before.groups(pool));
      for (var result : charged(claim)) {
        if (PoolName.of(result).equals(pool.name())) {
          var device =
              pool.published().stream()
                  .filter(it -> it.name().equals(DeviceName.of(result)))
                  .findFirst()
                  .orElseThrow();
          capacities(device, found);
          if (!before.isHeld(device.name()) && seen.add(device.name())) {
            groups(device, result, groups, found);
          }
        }
      }
    }

    private void counters(List<String> found) {
      var had = before.available(pool);
      after
          .available(pool)
          .forEach(
              (set, counters) ->
                  counters.forEach(
                      (name, left) -> {
                        var earlier = had.getOrDefault(set, new TreeMap<>()).get(name);
                        if (left.sign() < 0 && (earlier == null || left.compareTo(earlier) < 0)) {
                          found.add(
                              "%s draws on counter %s of %s in %s until %s is left of it"
                                  .formatted(name(claim), name, set, pool.name(), left));
                        }
                      }));
    }

    private void capacities(EffectiveDevice device, List<String> found) {
      device
          .capacity()
          .forEach(
              (name, capacity) -> {
                Quantity used = after.consumed(device, name);
                if (used.compareTo(capacity.value()) > 0
                    && used.compareTo(before.consumed(device, name)) > 0) {
                  found.add(
                      "%s makes it %s of capacity %s of %s, which has %s"
                          .formatted(name(claim), used, name, device.name(), capacity.value()));
                }
              });
    }

    private void groups(
        EffectiveDevice device,
        DeviceRequestAllocationResult result,
        TreeMap<String, GroupState> states,
        List<String> found) {
      Set<String> sets = new TreeSet<>();
      device.consumptions().forEach(it -> sets.add(it.set()));
      for (var set : sets) {
        List<String> mine = result.compatibilityGroups().getOrDefault(set, List.of());
        var state = states.getOrDefault(set, new GroupState.Nobody());
        if (!state.admits(mine)) {
          found.add(
              "%s got %s with groups %s of %s, where there is %s"
                  .formatted(name(claim), device.name(), mine, set, state));
        }
        states.put(set, state.and(mine));
      }
    }
  }
}
