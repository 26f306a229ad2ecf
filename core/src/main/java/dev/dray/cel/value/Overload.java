package dev.dray.cel.value;

/** The implementation of a function for arguments of the right types. */
@FunctionalInterface
public interface Overload {
  Value apply(Meter meter, Value[] arguments);
}
