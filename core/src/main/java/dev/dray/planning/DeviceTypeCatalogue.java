package dev.dray.planning;

import dev.dray.allocation.fill.DeviceTypeNumbers;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.inventory.Consumption;
import dev.dray.inventory.DeviceTraits;
import dev.dray.inventory.PoolGeneration;
import dev.dray.selector.EntryName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The catalogue of device types, numbered as they are met; for one thread. */
final class DeviceTypeCatalogue implements DeviceTypeNumbers {
  private final List<String> chosen;
  private final List<DeviceType> kinds = new ArrayList<>();
  private final Map<Key, Integer> numbers = new HashMap<>();
  private final Map<PoolGeneration, int[]> byRow = new HashMap<>();

  /**
   * The make of each traits object, by identity: comparing traits takes longer than reading them
   * again.
   */
  private final IdentityHashMap<DeviceTraits, Integer> makeOf = new IdentityHashMap<>();

  private final Map<Make, Integer> makeNumbers = new HashMap<>();
  private final List<Make> makes = new ArrayList<>();
  private final Map<DeviceAttribute, Integer> valueNumbers = new HashMap<>();

  /** Everything that is the same in all devices of a type, but for the attributes. */
  private record Make(
      Map<String, DeviceCapacity> capacity, boolean shareable, List<DeviceType.Draws> draws) {
    static final Make ANY = new Make(Map.of(), false, List.of());
  }

  /** A device type in numbers: its driver, its make, and its attributes by name. */
  private record Key(String driver, int make, List<String> names, List<Integer> values) {}

  /** Creates a catalogue of the usual types: devices that are as good as each other. */
  public DeviceTypeCatalogue() {
    this(List.of());
  }

  /**
   * Creates a catalogue of types by the values of some attributes, whatever else is different.
   *
   * @param chosen attribute names with or without domain; none for the usual types
   */
  public DeviceTypeCatalogue(List<String> chosen) {
    this.chosen = List.copyOf(chosen);
  }

  public DeviceType kind(int number) {
    return kinds.get(number);
  }

  /** Returns all types that were met so far. */
  public List<DeviceType> kinds() {
    return List.copyOf(kinds);
  }

  @Override
  public int[] of(PoolGeneration generation) {
    return byRow.computeIfAbsent(generation, this::sort);
  }

  private int[] sort(PoolGeneration generation) {
    var columns = columns(generation);
    var names = List.copyOf(columns.keySet());
    var sorted = new int[generation.size()];
    for (int row = 0; row < sorted.length; row++) {
      var present = new ArrayList<String>(names.size());
      var values = new ArrayList<Integer>(names.size());
      for (var column : columns.entrySet()) {
        int value = column.getValue()[row];
        if (value >= 0) {
          present.add(column.getKey());
          values.add(value);
        }
      }
      int make = make(generation.traits(generation.traitsNumber(row)));
      var key = new Key(generation.pool().driver(), make, present, values);
      int at = row;
      sorted[row] = numbers.computeIfAbsent(key, _ -> add(generation, at, present, make));
    }
    return sorted;
  }

  private int add(PoolGeneration generation, int row, List<String> names, int make) {
    var attributes = new TreeMap<String, DeviceAttribute>();
    var driver = generation.pool().driver();
    for (var name : names) {
      generation
          .table()
          .attribute(row, EntryName.of(EntryName.Part.ATTRIBUTES, name, driver))
          .ifPresent(value -> attributes.put(name, value));
    }
    var of = makes.get(make);
    kinds.add(new DeviceType(driver, attributes, of.capacity(), of.shareable(), of.draws()));
    return kinds.size() - 1;
  }

  /**
   * Returns the value number of each row for each attribute, by shortest spelling; -1 if it has
   * none.
   */
  private SortedMap<String, int[]> columns(PoolGeneration generation) {
    var driver = generation.pool().driver();
    var columns = new TreeMap<String, int[]>();
    for (var name : generation.table().published()) {
      if (name.part() == EntryName.Part.ATTRIBUTES && matters(name)) {
        var column = new int[generation.size()];
        Arrays.fill(column, -1);
        generation
            .table()
            .attributes(name, allRows(column.length), (row, value) -> column[row] = number(value));
        columns.put(QualifiedName.shortest(name.qualified(), driver), column);
      }
    }
    return columns;
  }

  private boolean matters(EntryName name) {
    return chosen.isEmpty()
        ? !IdentifyingAttributes.identifies(name.id())
        : chosen.contains(name.id()) || chosen.contains(name.qualified());
  }

  private static long[] allRows(int size) {
    var rows = new long[(size + 63) >>> 6];
    Arrays.fill(rows, -1L);
    if ((size & 63) != 0) {
      rows[rows.length - 1] = (1L << size) - 1;
    }
    return rows;
  }

  private int number(DeviceAttribute value) {
    return valueNumbers.computeIfAbsent(value, _ -> valueNumbers.size());
  }

  private int make(DeviceTraits traits) {
    return makeOf.computeIfAbsent(
        traits,
        it -> {
          var make = chosen.isEmpty() ? read(it) : Make.ANY;
          return makeNumbers.computeIfAbsent(
              make,
              _ -> {
                makes.add(make);
                return makes.size() - 1;
              });
        });
  }

  private static Make read(DeviceTraits traits) {
    var draws =
        new ArrayList<>(traits.consumptions().stream().map(DeviceTypeCatalogue::draws).toList());
    // Counter sets are exchangeable, so their order in the device must not count.
    draws.sort((a, b) -> a.toString().compareTo(b.toString()));
    return new Make(traits.capacity(), traits.shareable(), draws);
  }

  private static DeviceType.Draws draws(Consumption consumption) {
    var amounts = new TreeMap<String, List<Quantity>>();
    consumption
        .fixed()
        .forEach(
            (counter, amount) ->
                amounts.computeIfAbsent(unnumbered(counter), _ -> new ArrayList<>()).add(amount));
    amounts.values().forEach(list -> list.sort(Quantity::compareTo));
    var requested = new TreeMap<String, List<String>>();
    consumption
        .requested()
        .forEach(
            (counter, capacity) ->
                requested
                    .computeIfAbsent(unnumbered(counter), _ -> new ArrayList<>())
                    .add(capacity));
    requested.values().forEach(list -> list.sort(String::compareTo));
    return new DeviceType.Draws(
        amounts, requested, consumption.groups().stream().sorted().toList());
  }

  private static String unnumbered(String counter) {
    int end = counter.length();
    while (end > 0 && Character.isDigit(counter.charAt(end - 1))) {
      end--;
    }
    return counter.substring(0, end);
  }
}
