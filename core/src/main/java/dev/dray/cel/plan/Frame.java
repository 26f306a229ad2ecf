package dev.dray.cel.plan;

import dev.dray.cel.value.KeyOrder;
import dev.dray.cel.value.Meter;
import dev.dray.cel.value.Value;
import org.jspecify.annotations.Nullable;

/** The state of one evaluation: the variables, the slots of comprehensions, and the meter. */
final class Frame {
  final Variables variables;
  final Meter meter;
  final KeyOrder order;

  /** The values of comprehensions by slot; null for an accumulator that is not computed yet. */
  final @Nullable Value[] locals;

  Frame(Variables variables, Meter meter, KeyOrder order, int locals) {
    this.variables = variables;
    this.meter = meter;
    this.order = order;
    this.locals = new @Nullable Value[locals];
  }

  Value local(int slot) {
    var value = locals[slot];
    if (value == null) {
      throw new IllegalStateException("The local (%d) is not set.".formatted(slot));
    }
    return value;
  }
}
