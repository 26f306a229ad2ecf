package dev.dray.selector;

import dev.dray.api.resource.DeviceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceMixin;
import dev.dray.selector.RowForm.Layer;
import dev.dray.selector.Schema.Layout;
import dev.dray.selector.Schema.WrittenNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A builder of device tables; for one thread. */
public final class DeviceTableBuilder {
  private final Schema schema;
  private final Map<String, Map<DeviceMixin, Layer>> mixins = new HashMap<>();
  private final Map<RowForm, Integer> numbers = new HashMap<>();
  private final List<RowForm> forms = new ArrayList<>();
  private final BitSet failingForms = new BitSet();
  private @Nullable Layout last;

  private int rows;
  private int[] formOf = new int[8];
  private int[] starts = new int[8];
  private int used;
  private Cell[] cells = new Cell[32];
  private long[] mayFail = new long[1];

  DeviceTableBuilder(Schema schema) {
    this.schema = schema;
  }

  /** Adds a device that shares nothing with others. */
  public void add(CelDevice device) {
    var own = layout(device.driver(), device.attributes(), device.capacity());
    int start = store(own, device.attributes(), device.capacity());
    addRow(
        device.driver(),
        device.allowMultipleAllocations(),
        List.of(),
        own.shape(),
        List.of(),
        start);
  }

  /** Adds the devices of a slice with what they include. */
  public void add(ResourceSliceSpec slice, DeviceMixins mixins) {
    slice.devices().forEach(device -> add(slice.driver(), device, mixins));
  }

  /**
   * Adds a published device. Its own entries win over all it includes, a later include over an
   * earlier one. An include that names no mixin adds nothing.
   */
  public void add(String driver, Device device, DeviceMixins mixins) {
    add(driver, device, mixins, List.of());
  }

  /**
   * Adds a published device with patched entries, which win over its own; an attribute of {@link
   * DeviceAttribute.NullValue} takes one away.
   */
  public void addPatched(
      String driver,
      Device device,
      DeviceMixins mixins,
      Map<String, DeviceAttribute> attributes,
      Map<String, DeviceCapacity> capacity) {
    add(driver, device, mixins, List.of(patch(driver, attributes, capacity)));
  }

  private void add(String driver, Device device, DeviceMixins mixins, List<Layer> patches) {
    var below = new ArrayList<Layer>();
    for (var include : device.includes().reversed()) {
      mixins.named(include).ifPresent(mixin -> below.add(layer(driver, mixin)));
    }
    var own = layout(driver, device.attributes(), device.capacity());
    int start = store(own, device.attributes(), device.capacity());
    var multiple = device.allowMultipleAllocations().orElse(false);
    addRow(driver, multiple, patches, own.shape(), below, start);
  }

  private Layer layer(String driver, DeviceMixin mixin) {
    return mixins
        .computeIfAbsent(driver, _ -> new IdentityHashMap<>())
        .computeIfAbsent(mixin, it -> layer(driver, it.attributes(), it.capacity()));
  }

  private Layer layer(
      String driver,
      Map<String, DeviceAttribute> attributes,
      Map<String, DeviceCapacity> capacity) {
    var layout = layout(driver, attributes, capacity);
    return schema.layer(new Layer(layout.shape(), values(layout, attributes, capacity)));
  }

  private Layer patch(
      String driver,
      Map<String, DeviceAttribute> attributes,
      Map<String, DeviceCapacity> capacity) {
    var layout = layout(driver, attributes, capacity);
    @Nullable Cell[] values = values(layout, attributes, capacity);
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof Cell.Attribute attribute
          && attribute.value() instanceof DeviceAttribute.NullValue) {
        values[i] = null;
      }
    }
    return schema.layer(new Layer(layout.shape(), values));
  }

  private Cell[] values(
      Layout layout,
      Map<String, DeviceAttribute> attributes,
      Map<String, DeviceCapacity> capacity) {
    var values = new Cell[layout.shape().size()];
    schema.fill(layout, attributes, capacity, values, 0);
    return values;
  }

  /** Returns the layout of the names; most devices have the same names as the one before. */
  private Layout layout(String driver, Map<String, ?> attributes, Map<String, ?> capacity) {
    var known = last;
    if (known == null || !known.names().areThoseOf(driver, attributes, capacity)) {
      known = schema.layout(WrittenNames.of(driver, attributes, capacity));
      last = known;
    }
    return known;
  }

  private int store(
      Layout layout,
      Map<String, DeviceAttribute> attributes,
      Map<String, DeviceCapacity> capacity) {
    int start = used;
    used += layout.shape().size();
    if (used > cells.length) {
      cells = Arrays.copyOf(cells, Math.max(used, cells.length * 2));
    }
    schema.fill(layout, attributes, capacity, cells, start);
    return start;
  }

  private void addRow(
      String driver,
      boolean multiple,
      List<Layer> above,
      EntryShape own,
      List<Layer> below,
      int start) {
    if (rows == formOf.length) {
      formOf = Arrays.copyOf(formOf, rows * 2);
      starts = Arrays.copyOf(starts, rows * 2);
      mayFail = Arrays.copyOf(mayFail, RowSet.wordsFor(rows * 2));
    }
    formOf[rows] = number(RowForm.of(driver, multiple, above, own, below));
    starts[rows] = start;
    if (failingForms.get(formOf[rows]) || mayFail(start, own.size())) {
      mayFail[rows >>> 6] |= 1L << rows;
    }
    rows++;
  }

  private int number(RowForm form) {
    // Neighbours are mostly alike, and few tables have many forms.
    if (rows > 0 && forms.get(formOf[rows - 1]).equals(form)) {
      return formOf[rows - 1];
    }
    var known = numbers.putIfAbsent(form, forms.size());
    if (known != null) {
      return known;
    }
    if (form.mayFail()) {
      failingForms.set(forms.size());
    }
    forms.add(schema.form(form));
    return forms.size() - 1;
  }

  private boolean mayFail(int start, int size) {
    for (int at = start; at < start + size; at++) {
      if (cells[at].mayFail()) {
        return true;
      }
    }
    return false;
  }

  /** Returns the table of all devices added so far. */
  public DeviceTable build() {
    var plan =
        new RowPlan(
            Arrays.copyOf(formOf, rows),
            Arrays.copyOf(starts, rows),
            Arrays.copyOf(mayFail, RowSet.wordsFor(rows)));
    return new DeviceTable(
        forms.toArray(RowForm[]::new), schema.shared(plan), Arrays.copyOf(cells, used));
  }
}
