package dev.dray.cel.plan;

import dev.dray.cel.value.Access;
import dev.dray.cel.value.MapKeys;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.ErrorValue;
import org.jspecify.annotations.Nullable;

/** One step of a path such as {@code a.b[c].?d}: the key to select, and the mode. */
record Qualifier(Interpretable key, Mode mode) {
  enum Mode {
    /** A missing value is a failure. */
    REQUIRED,
    /** A missing value makes the whole path an empty optional. */
    OPTIONAL,
    /** Only tests whether there is a value. */
    TEST
  }

  boolean isOptional() {
    return mode == Mode.OPTIONAL;
  }

  /** Returns the selected value, or a failure. */
  Value apply(Frame frame, Value container) {
    var selected = select(frame, container);
    frame.meter.charge(1);
    return selected;
  }

  private Value select(Frame frame, Value container) {
    var selector = key.eval(frame);
    if (selector instanceof ErrorValue) {
      return selector;
    }
    if (!Access.isKey(selector)) {
      return Access.noKey(selector);
    }
    MapKeys.count(frame.meter, selector);
    if (mode != Mode.TEST) {
      return Access.get(container, selector);
    }
    var found = Access.find(container, selector);
    return found instanceof ErrorValue ? found : BoolValue.of(found != null);
  }

  /** Returns the selected value, null if there is none, or a failure. */
  @Nullable Value applyIfPresent(Frame frame, Value container) {
    var selector = key.eval(frame);
    if (selector instanceof ErrorValue) {
      return selector;
    }
    if (!Access.isKey(selector)) {
      return Access.noKey(selector);
    }
    MapKeys.count(frame.meter, selector);
    var found = Access.find(container, selector);
    if (found != null && !(found instanceof ErrorValue)) {
      frame.meter.charge(1);
    }
    return found;
  }
}
