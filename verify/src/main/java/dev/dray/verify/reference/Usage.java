package dev.dray.verify.reference;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the claims of the cluster hold already; results with admin access hold nothing. */
final class Usage {
  private final Rules rules;
  private final Amounts amounts;
  private final List<Held> held = new ArrayList<>();
  private final Map<PoolName, SortedMap<String, SortedMap<String, Quantity>>> availableBefore =
      new HashMap<>();
  private final Map<PoolName, SortedMap<String, GroupState>> groupsBefore = new HashMap<>();

  /** One device, or one share of it. */
  private record Held(ResourceClaim claim, DeviceRequestAllocationResult result) {
    DeviceName device() {
      return DeviceName.of(result);
    }
  }

  Usage(World world, Rules rules) {
    this.rules = rules;
    this.amounts = new Amounts(rules);
    var byUid = new LinkedHashMap<String, ResourceClaim>();
    world.allocatedClaims().forEach(claim -> byUid.put(uid(claim), claim));
    byUid.values().forEach(this::add);
  }

  private static String uid(ResourceClaim claim) {
    var metadata = claim.metadata();
    return metadata.uid().isEmpty() ? metadata.namespace() + "/" + metadata.name() : metadata.uid();
  }

  private void add(ResourceClaim claim) {
    claim.status().allocation().map(it -> it.devices().results()).orElse(List.of()).stream()
        .filter(result -> !result.adminAccess().orElse(false))
        .forEach(result -> held.add(new Held(claim, result)));
  }

  private boolean isShare(Held it) {
    return it.result().shareId().isPresent()
        && (rules.on(Gate.DRA_CONSUMABLE_CAPACITY) || rules.has(Quirk.STALE_SHARES_IGNORED));
  }

  boolean isHeld(DeviceName device) {
    return held.stream().anyMatch(it -> it.device().equals(device));
  }

  boolean isShared(DeviceName device) {
    return held.stream().anyMatch(it -> it.device().equals(device) && isShare(it));
  }

  /** Whether someone has the device for himself, or has a share of what can no longer be shared. */
  boolean excludes(EffectiveDevice device) {
    return held.stream()
        .filter(it -> it.device().equals(device.name()))
        .anyMatch(
            it ->
                !isShare(it)
                    || (!device.shareable(rules) && !rules.has(Quirk.STALE_SHARES_IGNORED)));
  }

  /** How much of a capacity all shares have together. */
  Quantity consumed(EffectiveDevice device, String capacity) {
    var sum = Quantity.ZERO;
    for (var it : held) {
      if (it.device().equals(device.name()) && isShare(it)) {
        var consumed = rules.named(it.result().consumedCapacity(), device.driver());
        sum =
            sum.add(
                consumed.containsKey(capacity)
                    ? consumed.get(capacity)
                    : amounts.heldOfCapacity(device, capacity, request(it)));
      }
    }
    return sum;
  }

  /** What is left of each counter, by set; it may be less than nothing. */
  SortedMap<String, SortedMap<String, Quantity>> available(Pool pool) {
    return availableBefore.computeIfAbsent(pool.name(), _ -> computeAvailable(pool));
  }

  private SortedMap<String, SortedMap<String, Quantity>> computeAvailable(Pool pool) {
    var available = new TreeMap<String, SortedMap<String, Quantity>>();
    pool.sets()
        .forEach(
            (set, counters) -> {
              var values = new TreeMap<String, Quantity>();
              counters.forEach((name, it) -> values.put(name, it.value().orElse(Quantity.ZERO)));
              available.put(set, values);
            });
    for (var device : pool.published()) {
      if (isHeld(device.name())) {
        subtractFixed(device, available);
        subtractUnrecorded(device, pool, available);
      }
    }
    for (var it : held) {
      if (it.device().pool().equals(pool.name())) {
        it.result()
            .consumedCounters()
            .forEach(
                (set, counters) ->
                    counters.forEach((name, amount) -> subtract(available, set, name, amount)));
      }
    }
    return available;
  }

  /** What does not depend on requests counts once, however many have a share. */
  private static void subtractFixed(
      EffectiveDevice device, SortedMap<String, SortedMap<String, Quantity>> available) {
    for (var consumption : device.consumptions()) {
      consumption
          .counters()
          .forEach(
              (name, counter) ->
                  counter
                      .value()
                      .ifPresent(it -> subtract(available, consumption.set(), name, it)));
    }
  }

  /** What was taken on request and not written down is found out from the request. */
  private void subtractUnrecorded(
      EffectiveDevice device, Pool pool, SortedMap<String, SortedMap<String, Quantity>> available) {
    for (var it : held) {
      if (it.device().equals(device.name()) && it.result().consumedCounters().isEmpty()) {
        amounts
            .heldOfCounters(device, pool, request(it))
            .forEach(drawn -> subtract(available, drawn.set(), drawn.counter(), drawn.amount()));
      }
    }
  }

  private static void subtract(
      SortedMap<String, SortedMap<String, Quantity>> available,
      String set,
      String counter,
      Quantity amount) {
    var counters = available.get(set);
    if (counters != null) {
      counters.computeIfPresent(counter, (_, left) -> left.subtract(amount));
    }
  }

  private static Optional<CapacityRequirements> request(Held held) {
    var name = held.result().request();
    for (var request : held.claim().spec().devices().requests()) {
      if (request.name().equals(name)) {
        return request.exactly().flatMap(ExactDeviceRequest::capacity);
      }
      for (var alternative : request.firstAvailable()) {
        if (name.equals(request.name() + "/" + alternative.name())) {
          return alternative.capacity();
        }
      }
    }
    return Optional.empty();
  }

  /** Who may still consume from each set. */
  SortedMap<String, GroupState> groups(Pool pool) {
    return groupsBefore.computeIfAbsent(
        pool.name(),
        _ -> rules.has(Quirk.GROUPS_FROM_SLICES) ? groupsOfSlices(pool) : groupsOfClaims(pool));
  }

  private SortedMap<String, GroupState> groupsOfClaims(Pool pool) {
    var states = new TreeMap<String, GroupState>();
    for (var it : held) {
      if (it.device().pool().equals(pool.name())) {
        members(it, pool).forEach((set, groups) -> join(states, set, groups));
      }
    }
    return states;
  }

  /**
   * The sets from which a result consumes, with its groups: those on record, none for sets that a
   * record leaves out, and without any record those that the slice declares.
   */
  private Map<String, List<String>> members(Held held, Pool pool) {
    var members = new TreeMap<String, List<String>>();
    var recorded = held.result().compatibilityGroups();
    boolean declared = recorded.isEmpty() && rules.on(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS);
    for (var device : pool.published()) {
      if (device.name().equals(held.device())) {
        device
            .consumptions()
            .forEach(it -> members.put(it.set(), declared ? it.groups() : List.of()));
      }
    }
    members.putAll(recorded);
    return members;
  }

  /** While the gate is off, a set with recorded groups is closed and all others are open. */
  private void join(Map<String, GroupState> states, String set, List<String> groups) {
    if (rules.on(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS)) {
      states.merge(set, new GroupState.Nobody().and(groups), (before, _) -> before.and(groups));
    } else if (!groups.isEmpty() && !rules.has(Quirk.GROUPED_SLICES_IGNORED)) {
      states.put(set, new GroupState.Blocked());
    }
  }

  private SortedMap<String, GroupState> groupsOfSlices(Pool pool) {
    var states = new TreeMap<String, GroupState>();
    if (rules.on(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS)) {
      for (var device : pool.published()) {
        if (isHeld(device.name())) {
          for (var it : device.consumptions()) {
            states.merge(
                it.set(),
                new GroupState.Nobody().and(it.groups()),
                (before, _) -> before.andAsUpstream(it.groups()));
          }
        }
      }
    }
    return states;
  }
}
