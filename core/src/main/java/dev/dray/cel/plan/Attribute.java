package dev.dray.cel.plan;

import dev.dray.cel.value.Failures;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.OptionalValue;
import java.util.ArrayList;
import java.util.List;

/**
 * A path into a value, evaluated as one piece: selections from it are added to the path.
 *
 * <p>The cost of a path depends on its start: the start is charged, unless it is a choice between
 * two paths.
 */
sealed interface Attribute {
  void add(Qualifier qualifier);

  /** Returns an interpretable that follows the path without charging for its start. */
  Interpretable resolver();

  long startCost();

  /** A path from a variable or a computed value. */
  final class Plain implements Attribute {
    private final Interpretable start;
    private final List<Qualifier> qualifiers = new ArrayList<>();

    Plain(Interpretable start) {
      this.start = start;
    }

    @Override
    public void add(Qualifier qualifier) {
      qualifiers.add(qualifier);
    }

    @Override
    public Interpretable resolver() {
      if (qualifiers.isEmpty()) {
        return start;
      }
      var steps = qualifiers.toArray(Qualifier[]::new);
      return frame -> follow(frame, start.eval(frame), steps);
    }

    @Override
    public long startCost() {
      return 1;
    }
  }

  /** A choice between two paths; later qualifiers are added to both. */
  record Choice(Interpretable condition, Attribute then, Attribute otherwise) implements Attribute {
    @Override
    public void add(Qualifier qualifier) {
      then.add(qualifier);
      otherwise.add(qualifier);
    }

    @Override
    public Interpretable resolver() {
      var first = then.resolver();
      var second = otherwise.resolver();
      return frame -> {
        frame.meter.work(1);
        var chosen = condition.eval(frame);
        if (chosen instanceof BoolValue(var truth)) {
          return truth ? first.eval(frame) : second.eval(frame);
        }
        return Failures.orNoOverload(chosen);
      };
    }

    @Override
    public long startCost() {
      return 0;
    }
  }

  private static Value follow(Frame frame, Value start, Qualifier[] steps) {
    var value = start;
    var optional = false;
    if (start instanceof OptionalValue(var inner)) {
      if (inner.isEmpty()) {
        return start;
      }
      value = inner.get();
      optional = true;
    } else if (start instanceof ErrorValue) {
      return start;
    }
    for (var step : steps) {
      optional |= step.isOptional();
      if (optional) {
        var found = step.applyIfPresent(frame, value);
        if (found == null) {
          return OptionalValue.NONE;
        }
        value = found;
      } else {
        value = step.apply(frame, value);
      }
      if (value instanceof ErrorValue) {
        return value;
      }
    }
    return optional ? OptionalValue.of(value) : value;
  }
}
