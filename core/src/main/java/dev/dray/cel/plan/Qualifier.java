package dev.dray.cel.plan;

import dev.dray.cel.value.Access;
import dev.dray.cel.value.MapKeys;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.ErrorValue;
import org.jspecify.annotations.Nullable;

/** One step of {@code a.b[c].?d}: what it asks for, and how. */
record Qualifier(Interpretable key, Mode mode) {
  enum Mode {
    /** What is not there is a failure. */
    REQUIRED,
    /** What is not there makes the whole path an empty optional. */
    OPTIONAL,
    /** Asks only whether it is there. */
    TEST
  }

  boolean isOptional() {
    return mode == Mode.OPTIONAL;
  }

  /** The value in the container, or a failure. */
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

  /** The value in the container, nothing if there is none, or a failure. */
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
