package dev.dray.selector;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.selector.RowForm.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The devices of a pool as rows of values; immutable.
 *
 * <p>Equal values are mostly one object, and so are mixins; a row has slots only for what the
 * device does not share. Rows are in the order in which the devices were added.
 */
public final class DeviceTable {
  private final RowForm[] forms;
  private final RowPlan plan;
  private final Cell[] cells;

  DeviceTable(RowForm[] forms, RowPlan plan, Cell[] cells) {
    this.forms = forms;
    this.plan = plan;
    this.cells = cells;
  }

  /** Returns a builder for a table. */
  public static DeviceTableBuilder builder(Schema schema) {
    return new DeviceTableBuilder(schema);
  }

  public static DeviceTable of(Schema schema, List<CelDevice> devices) {
    var builder = builder(schema);
    devices.forEach(builder::add);
    return builder.build();
  }

  /** Returns the number of devices. */
  public int size() {
    return plan.size();
  }

  /** Returns the number of distinct values of the devices. */
  public int distinctValues() {
    var values = new HashSet<Cell>(List.of(cells));
    layers()
        .forEach(
            layer -> {
              for (int slot = 0; slot < layer.size(); slot++) {
                var value = layer.value(slot);
                if (value != null) {
                  values.add(value);
                }
              }
            });
    return values.size();
  }

  /**
   * Returns the number of entries that are stored: a shared entry counts once, not once for each
   * device.
   */
  public int storedEntries() {
    return cells.length + layers().mapToInt(RowForm.Layer::size).sum();
  }

  private Stream<RowForm.Layer> layers() {
    return Arrays.stream(forms)
        .flatMap(form -> Stream.concat(form.above().stream(), form.below().stream()))
        .distinct();
  }

  /**
   * Returns the rows on which every expression may fail, whatever it reads, because an attribute
   * has no value that expressions could be given.
   */
  public RowSet mayFailAlways() {
    return plan.mayFailAlways();
  }

  /** Returns the device of a row as expressions see it, its entries in the order of their names. */
  public CelDevice device(int row) {
    var form = form(row);
    var attributes = new FrozenMap.Builder<String, DeviceAttribute>();
    var capacity = new FrozenMap.Builder<String, DeviceCapacity>();
    form.sources()
        .values()
        .forEach(
            source -> {
              switch (value(row, source)) {
                case null -> {}
                case Cell.Attribute attribute ->
                    attributes.put(source.written(), attribute.value());
                case Cell.Amount amount ->
                    capacity.put(
                        source.written(), new DeviceCapacity(amount.quantity(), Optional.empty()));
              }
            });
    return new CelDevice(
        form.driver(), attributes.build(), capacity.build(), form.allowMultipleAllocations());
  }

  /** Returns the attribute of a row, whether it is its own, included or patched. */
  public Optional<DeviceAttribute> attribute(int row, EntryName name) {
    return value(row, form(row).source(name)) instanceof Cell.Attribute attribute
        ? Optional.of(attribute.value())
        : Optional.empty();
  }

  /** A callback that gets the attribute of each row that has it. */
  @FunctionalInterface
  public interface AttributeVisitor {
    void visit(int row, DeviceAttribute value);
  }

  /**
   * Visits an attribute of these rows, given as a bit for each; its source is looked up once for
   * each form.
   */
  public void attributes(EntryName name, long[] rows, AttributeVisitor visitor) {
    var sources = new @Nullable Source[forms.length];
    for (int word = 0; word < rows.length; word++) {
      for (long left = rows[word]; left != 0; left &= left - 1) {
        int row = (word << 6) + Long.numberOfTrailingZeros(left);
        var source = sources[plan.form(row)];
        if (source == null) {
          source = form(row).source(name);
          sources[plan.form(row)] = source;
        }
        if (value(row, source) instanceof Cell.Attribute attribute) {
          visitor.visit(row, attribute.value());
        }
      }
    }
  }

  /**
   * Returns the attributes that the device of a row does not share, neither included nor patched,
   * under the names they were written with and in the order of those.
   */
  public Map<String, DeviceAttribute> ownAttributes(int row) {
    var own = form(row).own();
    var attributes = new FrozenMap.Builder<String, DeviceAttribute>();
    for (int slot = 0; slot < own.size(); slot++) {
      if (cells[start(row) + slot] instanceof Cell.Attribute attribute) {
        attributes.put(own.written(slot), attribute.value());
      }
    }
    return attributes.build();
  }

  /** Returns a table of these rows alone, renumbered; everything else is shared with this table. */
  public DeviceTable select(int[] rows) {
    return new DeviceTable(forms, plan.select(rows), cells);
  }

  /** Returns the names to which any device gives a value. */
  public SortedSet<EntryName> published() {
    var names = new TreeSet<EntryName>();
    for (var form : forms) {
      names.addAll(form.sources().keySet());
    }
    return Collections.unmodifiableSortedSet(names);
  }

  int forms() {
    return forms.length;
  }

  RowForm form(int row) {
    return forms[plan.form(row)];
  }

  int formNumber(int row) {
    return plan.form(row);
  }

  /** Returns the index of the first of the row's own values. */
  int start(int row) {
    return plan.start(row);
  }

  /** Returns the own values of all rows; not to be written to. */
  Cell[] cells() {
    return cells;
  }

  private @Nullable Cell value(int row, Source source) {
    return switch (source) {
      case Source.Own(_, var slot) -> cells[plan.start(row) + slot];
      case Source.Shared(_, var value) -> value;
      case Source.Missing() -> null;
    };
  }

  /**
   * Returns the attributes of the row that may fail every evaluation, each preceded by the name it
   * was given.
   */
  List<Object> failing(int row) {
    var found = new ArrayList<Object>();
    for (Map.Entry<EntryName, Source> entry : form(row).sources().entrySet()) {
      var value = value(row, entry.getValue());
      if (value != null && value.mayFail()) {
        found.add(entry.getValue().written());
        found.add(value);
      }
    }
    return found;
  }
}
