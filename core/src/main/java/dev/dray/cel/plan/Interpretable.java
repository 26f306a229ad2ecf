package dev.dray.cel.plan;

import dev.dray.cel.value.Value;

/** A planned part of an expression, which evaluates the part and charges for it. */
@FunctionalInterface
interface Interpretable {
  Value eval(Frame frame);
}
