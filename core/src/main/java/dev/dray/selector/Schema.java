package dev.dray.selector;

import dev.dray.selector.EntryName.Part;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The names of entries, shared by the tables that are built with it: devices of one driver give
 * values to the same names in every pool.
 *
 * <p>It remembers so many sets of names and no more. Any number of threads may use it.
 */
public final class Schema {
  private final RecentAnswers<WrittenNames, Layout> layouts;

  /**
   * @param most how many sets of names are remembered
   */
  public Schema(int most) {
    layouts = new RecentAnswers<>(most);
  }

  /** The names of a device or mixin in the order in which they were written. */
  record WrittenNames(String driver, List<String> attributes, List<String> capacity) {
    static WrittenNames of(String driver, Map<String, ?> attributes, Map<String, ?> capacity) {
      return new WrittenNames(
          driver, List.copyOf(attributes.keySet()), List.copyOf(capacity.keySet()));
    }
  }

  /**
   * Where values go.
   *
   * @param slots for each attribute, then for each capacity in the order in which they were
   *     written; {@link Shape#NOWHERE} for a name that the qualified spelling of it outranks
   */
  record Layout(Shape shape, List<Integer> slots) {}

  Layout layout(WrittenNames names) {
    return layouts.answer(names, Schema::layOut);
  }

  private static Layout layOut(WrittenNames names) {
    var winners = new TreeMap<EntryName, String>();
    elect(Part.ATTRIBUTES, names.attributes(), names.driver(), winners);
    elect(Part.CAPACITY, names.capacity(), names.driver(), winners);
    var shape = new Shape(List.copyOf(winners.keySet()), List.copyOf(winners.values()));
    var slots = new ArrayList<Integer>();
    place(Part.ATTRIBUTES, names.attributes(), names.driver(), shape, slots);
    place(Part.CAPACITY, names.capacity(), names.driver(), shape, slots);
    return new Layout(shape, List.copyOf(slots));
  }

  private static void elect(
      Part part, List<String> written, String driver, Map<EntryName, String> winners) {
    for (var name : written) {
      var entry = EntryName.of(part, name, driver);
      if (name.indexOf('/') >= 0) {
        winners.put(entry, name);
      } else {
        winners.putIfAbsent(entry, name);
      }
    }
  }

  private static void place(
      Part part, List<String> written, String driver, Shape shape, Collection<Integer> slots) {
    for (var name : written) {
      int slot = shape.slot(EntryName.of(part, name, driver));
      slots.add(shape.written(slot).equals(name) ? slot : Shape.NOWHERE);
    }
  }
}
