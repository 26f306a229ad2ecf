package dev.dray.selector;

import dev.dray.selector.EntryName.Part;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What tables that are built with it share: devices of one driver give values to the same names in
 * every pool, and mostly the same values.
 *
 * <p>It remembers so many sets of names, and some values for each, and no more. Those used last are
 * kept, so that values which no two devices share pass through. Any number of threads may use it.
 */
public final class Schema {
  private static final int VALUES_PER_LAYOUT = 16;

  private final RecentAnswers<WrittenNames, Layout> layouts;
  private final RecentAnswers<Writing, Cell> values;
  private final RecentAnswers<RowPlan, RowPlan> plans;

  /**
   * @param most how many sets of names are remembered
   */
  public Schema(int most) {
    layouts = new RecentAnswers<>(most);
    values = new RecentAnswers<>(most * VALUES_PER_LAYOUT);
    plans = new RecentAnswers<>(most);
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

  /**
   * A value as it is written: expressions cannot tell {@code 1Ki} from {@code 1024}, but a table
   * shows the one it was given, whatever others were given before.
   */
  private record Writing(Cell value, String quantity) {
    static Writing of(Cell value) {
      return switch (value) {
        case Cell.Attribute _ -> new Writing(value, "");
        case Cell.Amount amount -> new Writing(value, amount.quantity().toString());
      };
    }
  }

  /** The same value as another table has it, if that was not long ago. */
  Cell shared(Cell value) {
    return values.answer(Writing.of(value), Writing::value);
  }

  RowPlan shared(RowPlan plan) {
    return plans.answer(plan, it -> it);
  }

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
