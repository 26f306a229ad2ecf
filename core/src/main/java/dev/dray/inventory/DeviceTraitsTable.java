package dev.dray.inventory;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.inventory.patch.InventoryFeatures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The devices of a generation without their names and attributes.
 *
 * <p>Pools of equal nodes have the same table, kept once. It depends on nothing but its key.
 */
final class DeviceTraitsTable {
  private final Key key;
  private final InventoryFeatures inventoryFeatures;
  private final Effect none;
  private final List<Prototype> prototypes = new ArrayList<>();
  private final int[] traitsOf;
  private final List<DeviceTraits> traits;
  private final CounterTable counters;
  private final List<CounterDraw> draws;
  private final List<Fault> faults;
  private final Optional<String> duplicateSet;
  private final Map<String, Hidden> droppedSets;
  private final boolean hasBindingConditions;

  /**
   * The content a table is made from, slice by slice; equal only if everything in it is the same.
   */
  record Key(String driver, List<Part> parts) {
    Key {
      parts = List.copyOf(parts);
    }
  }

  /**
   * The content of one slice.
   *
   * @param effects for each device, or empty if there are none
   */
  record Part(
      Mixins mixins,
      ExactlyWritten<List<CounterSet>> counterSets,
      List<Prototype> prototypes,
      List<Effect> effects) {
    Part {
      prototypes = List.copyOf(prototypes);
      effects = List.copyOf(effects);
    }

    Part with(List<Effect> effects) {
      return new Part(mixins, counterSets, prototypes, effects);
    }
  }

  /** The reason why a device makes its pool invalid. */
  record Fault(int row, String reason) {}

  private record TraitsKey(Prototype prototype, Mixins mixins, Effect effect) {}

  DeviceTraitsTable(Key key, InventoryFeatures inventoryFeatures, Effect none) {
    this.key = key;
    this.inventoryFeatures = inventoryFeatures;
    this.none = none;
    var sets = CounterSets.of(key.parts(), inventoryFeatures);
    counters = sets.table();
    duplicateSet = sets.duplicate();
    droppedSets = sets.dropped();
    var reader = new TraitsReader(key.driver(), inventoryFeatures, sets.dropped());
    var numbers = new HashMap<TraitsKey, Integer>();
    var distinct = new ArrayList<DeviceTraits>();
    var rows = new ArrayList<Integer>();
    for (var part : key.parts()) {
      for (int i = 0; i < part.prototypes().size(); i++) {
        var effect = part.effects().isEmpty() ? none : part.effects().get(i);
        var kin = new TraitsKey(part.prototypes().get(i), part.mixins(), effect);
        prototypes.add(kin.prototype());
        rows.add(numbers.computeIfAbsent(kin, it -> add(it, reader, distinct)));
      }
    }
    traits = List.copyOf(distinct);
    traitsOf = rows.stream().mapToInt(Integer::intValue).toArray();
    draws = traits.stream().map(it -> draw(it, counters)).toList();
    faults = inventoryFeatures.partitionable() ? findFaults() : List.of();
    hasBindingConditions = traits.stream().anyMatch(it -> !it.bindingConditions().isEmpty());
  }

  private static int add(TraitsKey kin, TraitsReader reader, List<DeviceTraits> distinct) {
    distinct.add(reader.traits(kin.prototype().device(), kin.mixins(), kin.effect()));
    return distinct.size() - 1;
  }

  private static CounterDraw draw(DeviceTraits traits, CounterTable table) {
    var draw = new CounterDraw.Builder();
    for (var consumption : traits.consumptions()) {
      var found = table.set(consumption.counterSet());
      if (found.isPresent()) {
        int set = found.getAsInt();
        draw.set(set, consumption.groups());
        for (Map.Entry<String, Quantity> entry : consumption.fixed().entrySet()) {
          table
              .counter(set, entry.getKey())
              .ifPresent(counter -> draw.fixed(counter, entry.getValue()));
        }
        for (Map.Entry<String, String> entry : consumption.requested().entrySet()) {
          table
              .counter(set, entry.getKey())
              .ifPresent(counter -> draw.requested(counter, entry.getValue()));
        }
      }
    }
    return draw.build();
  }

  private List<Fault> findFaults() {
    var reasons = traits.stream().map(this::fault).toList();
    if (reasons.stream().allMatch(Optional::isEmpty)) {
      return List.of();
    }
    var found = new ArrayList<Fault>();
    for (int row = 0; row < traitsOf.length; row++) {
      int at = row;
      reasons.get(traitsOf[row]).ifPresent(reason -> found.add(new Fault(at, reason)));
    }
    return List.copyOf(found);
  }

  /**
   * Returns the fault of devices with these traits. A device that is hidden because of mixins
   * cannot make the pool invalid.
   */
  private Optional<String> fault(DeviceTraits traits) {
    var hidden = traits.hidden();
    return hidden.equals(Optional.of(Hidden.MIXINS_OFF))
            || hidden.equals(Optional.of(Hidden.DANGLING_INCLUDE))
        ? Optional.empty()
        : traits.consumptions().stream().flatMap(each -> fault(each).stream()).findFirst();
  }

  private Optional<String> fault(Consumption consumption) {
    var set = counters.set(consumption.counterSet());
    if (set.isEmpty()) {
      return Optional.of("counter set %s not found".formatted(consumption.counterSet()));
    }
    var names = new ArrayList<>(consumption.fixed().keySet());
    names.addAll(consumption.requested().keySet());
    return names.stream()
        .filter(name -> counters.counter(set.getAsInt(), name).isEmpty())
        .map(
            name ->
                "counter %s not found in counter set %s".formatted(name, consumption.counterSet()))
        .findFirst();
  }

  /** Returns the table of these slices alone. */
  DeviceTraitsTable only(List<Part> parts) {
    return new DeviceTraitsTable(new Key(key.driver(), parts), inventoryFeatures, none);
  }

  Key key() {
    return key;
  }

  int size() {
    return traitsOf.length;
  }

  Prototype prototype(int row) {
    return prototypes.get(row);
  }

  int traitsNumber(int row) {
    return traitsOf[row];
  }

  List<DeviceTraits> traits() {
    return traits;
  }

  CounterTable counters() {
    return counters;
  }

  CounterDraw draw(int traitsNumber) {
    return draws.get(traitsNumber);
  }

  /** Returns the faults, sorted by row. */
  List<Fault> faults() {
    return faults;
  }

  Optional<String> duplicateSet() {
    return duplicateSet;
  }

  Optional<Hidden> droppedSet(String name) {
    return Optional.ofNullable(droppedSets.get(name));
  }

  boolean hasBindingConditions() {
    return hasBindingConditions;
  }

  boolean hasBindingConditions(int row) {
    return !traits.get(traitsOf[row]).bindingConditions().isEmpty();
  }
}
