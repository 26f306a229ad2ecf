package dev.dray.cel;

/** What a function does with arguments of the right types. */
@FunctionalInterface
interface Overload {
  Value apply(Meter meter, Value[] arguments);
}
