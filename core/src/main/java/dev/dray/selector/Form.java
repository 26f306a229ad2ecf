package dev.dray.selector;

import dev.dray.selector.EntryName.DomainName;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What rows of a table have in common: everything but the values of their own entries.
 *
 * @param above what outranks the entries of the row, strongest first
 * @param own the names to which each row has values of its own
 * @param below what the entries of the row outrank, strongest first
 */
record Form(
    String driver,
    boolean allowMultipleAllocations,
    List<Layer> above,
    Shape own,
    List<Layer> below) {

  /** The number of a value that is not there. */
  static final int ABSENT = -1;

  Form {
    above = List.copyOf(above);
    below = List.copyOf(below);
  }

  /**
   * Entries that many rows share, such as those of a mixin.
   *
   * <p>Not a record: a table has each layer once, so two that are not the same are not equal.
   */
  static final class Layer {
    private final Shape shape;
    private final int[] values;

    /**
     * @param values the number of each value in the table; one that is {@link #ABSENT} takes the
     *     entry away from what is below
     */
    Layer(Shape shape, int[] values) {
      this.shape = shape;
      this.values = values.clone();
    }

    Shape shape() {
      return shape;
    }

    int value(int slot) {
      return values[slot];
    }

    int size() {
      return values.length;
    }
  }

  /** Where rows of the form have the value of an entry. */
  sealed interface Source {
    String written();

    /** In the row, at this place among its own. */
    record Own(String written, int slot) implements Source {}

    /** For all rows the same: a number of the table's values, or {@link #ABSENT}. */
    record Shared(String written, int value) implements Source {
      static final Shared MISSING = new Shared("", ABSENT);
    }
  }

  Source source(EntryName name) {
    for (var layer : above) {
      int slot = layer.shape().slot(name);
      if (slot >= 0) {
        return shared(layer, slot);
      }
    }
    int slot = own.slot(name);
    return slot >= 0 ? new Source.Own(own.written(slot), slot) : sourceBelow(name);
  }

  private Source sourceBelow(EntryName name) {
    for (var layer : below) {
      int slot = layer.shape().slot(name);
      if (slot >= 0) {
        return shared(layer, slot);
      }
    }
    return Source.Shared.MISSING;
  }

  private static Source shared(Layer layer, int slot) {
    return new Source.Shared(layer.shape().written(slot), layer.value(slot));
  }

  /** Every entry that rows of the form have, in the order of names. */
  SortedMap<EntryName, Source> sources() {
    var all = new TreeMap<EntryName, Source>();
    below.reversed().forEach(layer -> put(layer, all));
    for (int slot = 0; slot < own.size(); slot++) {
      all.put(own.name(slot), new Source.Own(own.written(slot), slot));
    }
    above.reversed().forEach(layer -> put(layer, all));
    return all;
  }

  private static void put(Layer layer, Map<EntryName, Source> all) {
    for (int slot = 0; slot < layer.shape().size(); slot++) {
      var name = layer.shape().name(slot);
      if (layer.value(slot) == ABSENT) {
        all.remove(name);
      } else {
        all.put(name, shared(layer, slot));
      }
    }
  }

  boolean has(DomainName domain) {
    // Only what is above can take entries away.
    return above.isEmpty()
        ? own.has(domain) || below.stream().anyMatch(layer -> layer.shape().has(domain))
        : sources().keySet().stream().anyMatch(name -> name.domainName().equals(domain));
  }
}
