package dev.dray.selector;

import dev.dray.api.resource.Device;
import dev.dray.api.resource.DeviceAttribute;
import dev.dray.api.resource.DeviceCapacity;
import dev.dray.api.resource.DeviceMixin;
import dev.dray.api.resource.DeviceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.selector.Form.Layer;
import dev.dray.selector.Schema.Layout;
import dev.dray.selector.Schema.WrittenNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Collects devices for a table; for one thread. */
public final class DeviceTableBuilder {
  private final Schema schema;
  private final Map<WrittenNames, Layout> layouts = new HashMap<>();
  private final Map<Shape, Shape> shapes = new HashMap<>();
  private final Map<Cell, Integer> numbers = new HashMap<>();
  private final List<Cell> values = new ArrayList<>();
  private final BitSet failingValues = new BitSet();
  private final Map<LayerContent, Layer> layers = new HashMap<>();
  private final Map<String, Map<DeviceMixin, Layer>> mixins = new HashMap<>();
  private final Map<Form, Integer> formNumbers = new HashMap<>();
  private final List<Form> forms = new ArrayList<>();
  private final BitSet failingForms = new BitSet();

  private int rows;
  private int[] formOf = new int[16];
  private int[] starts = new int[16];
  private int used;
  private int[] cells = new int[64];
  private long[] mayFail = new long[1];

  DeviceTableBuilder(Schema schema) {
    this.schema = schema;
  }

  /** A device that shares nothing with others. */
  public void add(CelDevice device) {
    var driver = device.driver();
    var own = layout(driver, device.attributes(), device.capacity());
    int start = store(own, device.attributes(), device.capacity());
    addRow(
        new Form(driver, device.allowMultipleAllocations(), List.of(), own.shape(), List.of()),
        start);
  }

  /** The devices of a slice with what they include. */
  public void add(ResourceSliceSpec slice, DeviceMixins mixins) {
    slice.devices().forEach(device -> add(slice.driver(), device, mixins));
  }

  /**
   * A published device: its own entries win over all it includes, a later include over an earlier.
   * An include that names no mixin adds nothing.
   */
  public void add(String driver, Device device, DeviceMixins mixins) {
    add(driver, device, mixins, List.of());
  }

  /**
   * A published device on which an administrator changed entries: these win over its own, and an
   * attribute of {@link DeviceAttribute.NullValue} takes one away.
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
    addRow(new Form(driver, multiple, patches, own.shape(), below), start);
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
    return shared(layout.shape(), numbers(layout, attributes, capacity));
  }

  private Layer patch(
      String driver,
      Map<String, DeviceAttribute> attributes,
      Map<String, DeviceCapacity> capacity) {
    var layout = layout(driver, attributes, capacity);
    var numbers = numbers(layout, attributes, capacity);
    for (int i = 0; i < numbers.length; i++) {
      if (values.get(numbers[i]) instanceof Cell.Attribute(DeviceAttribute.NullValue _)) {
        numbers[i] = Form.ABSENT;
      }
    }
    return shared(layout.shape(), numbers);
  }

  private int[] numbers(
      Layout layout,
      Map<String, DeviceAttribute> attributes,
      Map<String, DeviceCapacity> capacity) {
    var numbers = new int[layout.shape().size()];
    fill(layout, attributes, capacity, numbers, 0);
    return numbers;
  }

  private record LayerContent(Shape shape, List<Integer> values) {}

  private Layer shared(Shape shape, int[] values) {
    return layers.computeIfAbsent(
        new LayerContent(shape, IntStream.of(values).boxed().toList()),
        _ -> new Layer(shape, values));
  }

  private Layout layout(String driver, Map<String, ?> attributes, Map<String, ?> capacity) {
    return layouts.computeIfAbsent(
        WrittenNames.of(driver, attributes, capacity),
        names -> {
          var layout = schema.layout(names);
          var shape = shapes.computeIfAbsent(layout.shape(), same -> same);
          return new Layout(shape, layout.slots());
        });
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
    fill(layout, attributes, capacity, cells, start);
    return start;
  }

  private void fill(
      Layout layout,
      Map<String, DeviceAttribute> attributes,
      Map<String, DeviceCapacity> capacity,
      int[] into,
      int start) {
    int at = 0;
    for (var value : attributes.values()) {
      int slot = layout.slots().get(at++);
      if (slot != Shape.NOWHERE) {
        into[start + slot] = number(new Cell.Attribute(value));
      }
    }
    for (var value : capacity.values()) {
      int slot = layout.slots().get(at++);
      if (slot != Shape.NOWHERE) {
        into[start + slot] = number(Cell.Amount.of(value.value()));
      }
    }
  }

  private int number(Cell value) {
    var known = numbers.get(value);
    if (known != null) {
      return known;
    }
    var shared = schema.shared(value);
    numbers.put(shared, values.size());
    if (shared.mayFail()) {
      failingValues.set(values.size());
    }
    values.add(shared);
    return values.size() - 1;
  }

  private void addRow(Form form, int start) {
    if (rows == formOf.length) {
      formOf = Arrays.copyOf(formOf, rows * 2);
      starts = Arrays.copyOf(starts, rows * 2);
      mayFail = Arrays.copyOf(mayFail, RowSet.wordsFor(rows * 2));
    }
    formOf[rows] = number(form);
    starts[rows] = start;
    if (failingForms.get(formOf[rows]) || mayFail(start, form.own().size())) {
      mayFail[rows >>> 6] |= 1L << rows;
    }
    rows++;
  }

  private int number(Form form) {
    var known = formNumbers.putIfAbsent(form, forms.size());
    if (known != null) {
      return known;
    }
    if (mayFail(form.above()) || mayFail(form.below())) {
      failingForms.set(forms.size());
    }
    forms.add(form);
    return forms.size() - 1;
  }

  /** Also true of an entry that another hides: who looks closer will see. */
  private boolean mayFail(List<Layer> layers) {
    return layers.stream()
        .flatMapToInt(layer -> IntStream.range(0, layer.size()).map(layer::value))
        .anyMatch(number -> number != Form.ABSENT && failingValues.get(number));
  }

  private boolean mayFail(int start, int size) {
    for (int at = start; at < start + size; at++) {
      if (failingValues.get(cells[at])) {
        return true;
      }
    }
    return false;
  }

  /** The table of all devices added so far. */
  public DeviceTable build() {
    var plan =
        new RowPlan(
            Arrays.copyOf(formOf, rows),
            Arrays.copyOf(starts, rows),
            Arrays.copyOf(mayFail, RowSet.wordsFor(rows)));
    return new DeviceTable(
        forms.toArray(Form[]::new),
        values.toArray(Cell[]::new),
        schema.shared(plan),
        Arrays.copyOf(cells, used));
  }
}
