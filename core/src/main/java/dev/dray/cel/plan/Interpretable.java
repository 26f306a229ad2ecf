package dev.dray.cel.plan;

import dev.dray.cel.value.Value;

/** A planned part of an expression: evaluates it, and charges for it. */
@FunctionalInterface
interface Interpretable {
  Value eval(Frame frame);
}
