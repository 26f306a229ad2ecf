package dev.dray.selector;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.selector.EntryName.Part;
import dev.dray.selector.RowForm.Layer;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The names and values that tables built with it share. Devices of one driver give values to the
 * same names in every pool, and mostly the same values. The tables of a cluster should share one
 * schema: they are smaller for it, and a {@link MatchMemo} that knows one of them knows the others.
 *
 * <p>It remembers a limited number of each; what it has forgotten is kept twice. Any number of
 * threads may use it.
 */
public final class Schema {
  private static final int MOST_VALUES = 1 << 16;

  private final Canonical<WrittenNames, Layout> layouts;
  private final Canonical<EntryShape, EntryShape> shapes;
  private final Canonical<Layer, Layer> layers;
  private final Canonical<RowForm, RowForm> forms;
  private final Canonical<RowPlan, RowPlan> plans;
  private final Canonical<DeviceAttribute, Cell.Attribute> attributes =
      new Canonical<>(MOST_VALUES);
  private final Canonical<Written, Cell.Amount> amounts = new Canonical<>(MOST_VALUES);

  /**
   * @param most the number of sets of names that are remembered
   */
  public Schema(int most) {
    layouts = new Canonical<>(most);
    shapes = new Canonical<>(most);
    layers = new Canonical<>(most);
    forms = new Canonical<>(most);
    plans = new Canonical<>(most);
  }

  /** The names of a device or mixin in the order in which they were written. */
  record WrittenNames(String driver, List<String> attributes, List<String> capacity) {
    static WrittenNames of(String driver, Map<String, ?> attributes, Map<String, ?> capacity) {
      return new WrittenNames(
          driver, List.copyOf(attributes.keySet()), List.copyOf(capacity.keySet()));
    }

    boolean areThoseOf(String driver, Map<String, ?> attributes, Map<String, ?> capacity) {
      return this.driver.equals(driver)
          && same(this.attributes, attributes)
          && same(this.capacity, capacity);
    }

    private static boolean same(List<String> names, Map<String, ?> entries) {
      if (names.size() != entries.size()) {
        return false;
      }
      int at = 0;
      for (var name : entries.keySet()) {
        if (!names.get(at++).equals(name)) {
          return false;
        }
      }
      return true;
    }
  }

  /** A quantity as it was written, because tables return it so. */
  private record Written(Quantity quantity) {
    @Override
    public int hashCode() {
      return quantity.hashCode();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Written(var that) && quantity.isWrittenLike(that);
    }
  }

  /**
   * The slots of the values of a device or mixin.
   *
   * @param slots for each attribute, then for each capacity in the order in which they were
   *     written; {@link EntryShape#NOWHERE} for a name that loses to its qualified spelling
   */
  record Layout(WrittenNames names, EntryShape shape, Slots slots) {}

  /** An immutable array of slot numbers. */
  static final class Slots {
    private final int[] slots;

    private Slots(int[] slots) {
      this.slots = slots;
    }

    int at(int index) {
      return slots[index];
    }
  }

  synchronized Layout layout(WrittenNames names) {
    return layouts.of(names, this::layOut);
  }

  /** Puts the values of a device or mixin into the slots of its layout. */
  synchronized void fill(
      Layout layout,
      Map<String, DeviceAttribute> attributes,
      Map<String, DeviceCapacity> capacity,
      Cell[] into,
      int start) {
    int at = 0;
    for (var value : attributes.values()) {
      int slot = layout.slots().at(at++);
      if (slot != EntryShape.NOWHERE) {
        into[start + slot] = this.attributes.of(value, Cell.Attribute::new);
      }
    }
    for (var value : capacity.values()) {
      int slot = layout.slots().at(at++);
      if (slot != EntryShape.NOWHERE) {
        into[start + slot] =
            amounts.of(new Written(value.value()), it -> new Cell.Amount(it.quantity()));
      }
    }
  }

  synchronized RowPlan shared(RowPlan plan) {
    return plans.of(plan, Function.identity());
  }

  synchronized Layer layer(Layer layer) {
    return layers.of(layer, Function.identity());
  }

  synchronized RowForm form(RowForm form) {
    return forms.of(form, Function.identity());
  }

  private Layout layOut(WrittenNames names) {
    var winners = new TreeMap<EntryName, String>();
    elect(Part.ATTRIBUTES, names.attributes(), names.driver(), winners);
    elect(Part.CAPACITY, names.capacity(), names.driver(), winners);
    var shape =
        shapes.of(
            new EntryShape(List.copyOf(winners.keySet()), List.copyOf(winners.values())),
            Function.identity());
    var slots = new int[names.attributes().size() + names.capacity().size()];
    place(Part.ATTRIBUTES, names.attributes().iterator(), names.driver(), shape, slots, 0);
    place(
        Part.CAPACITY,
        names.capacity().iterator(),
        names.driver(),
        shape,
        slots,
        names.attributes().size());
    return new Layout(names, shape, new Slots(slots));
  }

  private static void elect(
      Part part, Collection<String> written, String driver, Map<EntryName, String> winners) {
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
      Part part, Iterator<String> written, String driver, EntryShape shape, int[] slots, int from) {
    for (int at = from; written.hasNext(); at++) {
      var name = written.next();
      int slot = shape.slot(EntryName.of(part, name, driver));
      slots[at] = shape.written(slot).equals(name) ? slot : EntryShape.NOWHERE;
    }
  }
}
