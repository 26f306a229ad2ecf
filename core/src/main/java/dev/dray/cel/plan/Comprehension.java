package dev.dray.cel.plan;

import dev.dray.cel.value.GoTypes;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.MapValue;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.IntValue;
import org.jspecify.annotations.Nullable;

/** A comprehension: the frame slots of its variables and accumulator, and the loop itself. */
record Comprehension(int accumulator, int first, int second) {
  static final int NO_SECOND = -1;

  private static final long STEPS_TO_BIND = 16;

  /** Returns the accumulator; its initial value is computed when it is first read. */
  Interpretable accumulated(Interpretable initial) {
    return frame -> {
      var value = frame.locals[accumulator];
      if (value != null) {
        return value;
      }
      var begun = begin(initial.eval(frame));
      frame.locals[accumulator] = begun;
      return begun;
    };
  }

  private static Value begin(Value initial) {
    return switch (initial) {
      case ListValue list when list.size() == 0 -> new ListValue.Growing();
      case MapValue map when map.size() == 0 -> new MapValue.Growing();
      default -> initial;
    };
  }

  private static Value end(Value result) {
    return switch (result) {
      case ListValue.Growing list -> list.grown();
      case MapValue.Growing map -> map.grown();
      default -> result;
    };
  }

  Interpretable overNothing(Interpretable result) {
    return frame -> {
      frame.meter.work(STEPS_TO_BIND);
      frame.locals[accumulator] = null;
      return end(result.eval(frame));
    };
  }

  Interpretable over(
      Interpretable range, Plan condition, Interpretable step, Interpretable result) {
    var always = condition instanceof Plan.Constant(BoolValue(var again)) && again;
    var test = condition.node();
    return frame -> {
      frame.locals[accumulator] = null;
      var visited = range.eval(frame);
      var wrong =
          second == NO_SECOND
              ? visit(frame, visited, always ? null : test, step)
              : visitPairs(frame, visited, always ? null : test, step);
      return wrong == null ? end(result.eval(frame)) : wrong;
    };
  }

  private @Nullable ErrorValue visit(
      Frame frame, Value range, @Nullable Interpretable test, Interpretable step) {
    switch (range) {
      case ListValue list -> visitAll(frame, list, test, step);
      case MapValue map -> visitAll(frame, frame.order.of(map.keys()), test, step);
      case ErrorValue error -> {
        return error;
      }
      default -> {
        return new ErrorValue("got '%s', expected iterable type".formatted(GoTypes.nameOf(range)));
      }
    }
    return null;
  }

  private void visitAll(
      Frame frame, Iterable<Value> values, @Nullable Interpretable test, Interpretable step) {
    for (var value : values) {
      frame.locals[first] = value;
      if (!turn(frame, test, step)) {
        return;
      }
    }
  }

  private @Nullable ErrorValue visitPairs(
      Frame frame, Value range, @Nullable Interpretable test, Interpretable step) {
    switch (range) {
      case MapValue map -> {
        for (var key : frame.order.of(map.keys())) {
          frame.locals[first] = key;
          frame.locals[second] = map.entry(key);
          if (!turn(frame, test, step)) {
            return null;
          }
        }
      }
      case ListValue list -> {
        var index = 0L;
        for (var value : list) {
          frame.locals[first] = new IntValue(index++);
          frame.locals[second] = value;
          if (!turn(frame, test, step)) {
            return null;
          }
        }
      }
      case ErrorValue error -> {
        return error;
      }
      default -> {
        return new ErrorValue(
            "unsupported comprehension range type: %s".formatted(GoTypes.nameOf(range)));
      }
    }
    return null;
  }

  /** Runs one iteration unless the condition is false; returns whether it ran. */
  private boolean turn(Frame frame, @Nullable Interpretable test, Interpretable step) {
    if (test != null && test.eval(frame) instanceof BoolValue(var again) && !again) {
      return false;
    }
    frame.locals[accumulator] = step.eval(frame);
    frame.meter.iterate();
    return true;
  }
}
