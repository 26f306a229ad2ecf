package dev.dray.cel;

/** A planned part of an expression: evaluates it, and charges for it. */
@FunctionalInterface
interface Node {
  Value eval(Frame frame);
}
