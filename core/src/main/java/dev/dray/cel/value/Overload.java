package dev.dray.cel.value;

/** What a function does with arguments of the right types. */
@FunctionalInterface
public interface Overload {
  Value apply(Meter meter, Value[] arguments);
}
