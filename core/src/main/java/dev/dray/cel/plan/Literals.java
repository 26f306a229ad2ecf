package dev.dray.cel.plan;

import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.MapKeys;
import dev.dray.cel.value.MapValue;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.OptionalValue;
import dev.dray.cel.value.ValueText;
import java.util.ArrayList;
import java.util.List;

/** List and map literals. */
final class Literals {
  static final long LIST_COST = 10;
  static final long MAP_COST = 30;
  static final long STRUCT_COST = 40;

  private static final long STEPS_PER_ELEMENT = 2;
  private static final long STEPS_PER_ENTRY = 24;

  private Literals() {}

  static Interpretable list(Interpretable[] elements, List<Boolean> optional) {
    return frame -> {
      frame.meter.work(elements.length * STEPS_PER_ELEMENT);
      var values = new ArrayList<Value>(elements.length);
      for (var at = 0; at < elements.length; at++) {
        var value = elements[at].eval(frame);
        if (value instanceof ErrorValue) {
          return value;
        }
        if (!optional.get(at)) {
          values.add(value);
        } else if (value instanceof OptionalValue(var inner)) {
          inner.ifPresent(values::add);
        } else {
          return new ErrorValue(
              "cannot initialize optional list element from non-optional value %s"
                  .formatted(ValueText.of(value)));
        }
      }
      return ListValue.of(values);
    };
  }

  static Interpretable map(Interpretable[] keys, Interpretable[] values, List<Boolean> optional) {
    return frame -> {
      frame.meter.work(keys.length * STEPS_PER_ENTRY);
      var entries = new MapValue.Growing();
      for (var at = 0; at < keys.length; at++) {
        var key = keys[at].eval(frame);
        if (key instanceof ErrorValue) {
          return key;
        }
        var value = values[at].eval(frame);
        if (value instanceof ErrorValue) {
          return value;
        }
        MapKeys.count(frame.meter, key);
        if (!optional.get(at)) {
          entries.put(key, value);
        } else if (!(value instanceof OptionalValue(var inner))) {
          return new ErrorValue(
              "cannot initialize optional entry '%s' from non-optional value %s"
                  .formatted(ValueText.of(key), ValueText.of(value)));
        } else if (inner.isPresent()) {
          entries.put(key, inner.get());
        } else {
          frame.meter.work(entries.size());
          entries.remove(key);
        }
      }
      return entries.grown();
    };
  }
}
