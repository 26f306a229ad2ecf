package dev.dray.ledger;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.CapacityRounding;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.inventory.CounterDraw;
import dev.dray.inventory.DeviceTraits;
import dev.dray.inventory.PoolGeneration;
import dev.dray.ledger.Overlaps.Taking;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** A device as a generation publishes it, with the records of the allocation that takes it. */
final class RecordedDevice {
  private final PoolGeneration generation;
  private final int row;
  private final Taking taking;
  private final AllocatedShare share;
  private final DeviceTraits traits;
  private final CounterDraw counterDraw;

  RecordedDevice(PoolGeneration generation, int row, Taking taking) {
    this.generation = generation;
    this.row = row;
    this.taking = taking;
    this.share = taking.held().share();
    this.traits = generation.traits(generation.traitsNumber(row));
    this.counterDraw = generation.draw(generation.traitsNumber(row));
  }

  /** Returns the first record that differs from slices and request. */
  Optional<Misrecord> misrecord(Gates gates) {
    return capacity()
        .or(this::counters)
        .or(
            () ->
                gates.enabled(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS) ? groups() : Optional.empty());
  }

  private Optional<Misrecord> capacity() {
    if (share.shareId().isEmpty() || !traits.shareable()) {
      return Optional.empty();
    }
    for (var entry : traits.capacity().entrySet()) {
      var name = entry.getKey();
      var recorded = Optional.ofNullable(share.consumedCapacity().get(name));
      if (recorded.isPresent()
          && !isDue(recorded.get(), name, entry.getValue())
          && !isDueUnpatched(recorded.get(), name)) {
        return Optional.of(
            misrecord(
                "consumedCapacity",
                "%s of capacity %s of %s is recorded, but request %s comes to %s"
                    .formatted(
                        recorded.get(), name, device(), request(), due(name, entry.getValue()))));
      }
    }
    return Optional.empty();
  }

  /** Returns whether the amount is right by any rounding: schedulers may round differently. */
  private boolean isDue(Quantity recorded, String name, DeviceCapacity capacity) {
    return Arrays.stream(CapacityRounding.values())
        .anyMatch(rounding -> share.due(name, capacity, rounding).equals(recorded));
  }

  /** Returns whether the amount is right without patches, which the scheduler may not know. */
  private boolean isDueUnpatched(Quantity recorded, String name) {
    return Optional.ofNullable(generation.unpatchedCapacity(row).get(name))
        .filter(capacity -> isDue(recorded, name, capacity))
        .isPresent();
  }

  private Quantity due(String name, DeviceCapacity capacity) {
    return share.due(name, capacity, CapacityRounding.FRACTIONS);
  }

  private Optional<Misrecord> counters() {
    if (share.consumedCounters().isEmpty()) {
      return Optional.empty();
    }
    for (int counter : drawnOrRecorded()) {
      var recorded = recorded(counter);
      if (Arrays.stream(CapacityRounding.values())
          .noneMatch(rounding -> due(counter, rounding).equals(recorded))) {
        var id = id(counter);
        return Optional.of(
            misrecord(
                "consumedCounters",
                "%s of counter %s of counter set %s by %s is recorded, but request %s comes to %s"
                    .formatted(
                        recorded,
                        id.counter(),
                        id.set(),
                        device(),
                        request(),
                        due(counter, CapacityRounding.FRACTIONS))));
      }
    }
    return Optional.empty();
  }

  /** Returns the published counters that the request draws on or that are recorded. */
  private Collection<Integer> drawnOrRecorded() {
    var counters = new TreeSet<Integer>();
    for (int i = 0; i < counterDraw.requested(); i++) {
      counters.add(counterDraw.requestedCounter(i));
    }
    var table = generation.counters();
    share
        .consumedCounters()
        .forEach(
            (set, amounts) ->
                table
                    .set(set)
                    .ifPresent(
                        number ->
                            amounts
                                .keySet()
                                .forEach(
                                    name -> table.counter(number, name).ifPresent(counters::add))));
    return counters;
  }

  private CounterId id(int counter) {
    var table = generation.counters();
    return new CounterId(table.setName(table.setOf(counter)), table.name(counter));
  }

  private Quantity recorded(int counter) {
    var id = id(counter);
    return share
        .consumedCounters()
        .getOrDefault(id.set(), Map.of())
        .getOrDefault(id.counter(), Quantity.ZERO);
  }

  /**
   * Returns the request-driven amount of a counter; zero if the device does not draw on it by
   * request.
   */
  private Quantity due(int counter, CapacityRounding rounding) {
    var table = generation.counters();
    var asCapacity = new DeviceCapacity(table.total(counter), table.policy(counter));
    var sum = Quantity.ZERO;
    for (int i = 0; i < counterDraw.requested(); i++) {
      if (counterDraw.requestedCounter(i) == counter) {
        sum = sum.add(share.due(counterDraw.requestedCapacity(i), asCapacity, rounding));
      }
    }
    return sum;
  }

  /**
   * Returns the wrong record of groups: an allocation that records any must record those of all
   * sets.
   */
  private Optional<Misrecord> groups() {
    if (share.groups().isEmpty()) {
      return Optional.empty();
    }
    var declared = new TreeMap<String, List<String>>();
    share.groups().keySet().forEach(set -> declared.put(set, List.of()));
    traits.consumptions().forEach(it -> declared.put(it.counterSet(), it.groups()));
    for (var entry : declared.entrySet()) {
      var recorded = new TreeSet<>(share.groups().getOrDefault(entry.getKey(), List.of()));
      var groups = new TreeSet<>(entry.getValue());
      if (!recorded.equals(groups)) {
        return Optional.of(
            misrecord(
                "compatibilityGroups",
                "%s are recorded for counter set %s of %s, but the slice declares %s"
                    .formatted(recorded, entry.getKey(), device(), groups)));
      }
    }
    return Optional.empty();
  }

  private Misrecord misrecord(String field, String message) {
    return new Misrecord(taking.result(), field, message);
  }

  private String device() {
    var pool = generation.pool();
    return "device %s in pool %s of driver %s"
        .formatted(taking.held().device(), pool.pool(), pool.driver());
  }

  private String request() {
    return share.holder().request();
  }
}
