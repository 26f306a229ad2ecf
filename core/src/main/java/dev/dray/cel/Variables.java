package dev.dray.cel;

/** The values of the variables that an environment declares. */
@FunctionalInterface
public interface Variables {
  Value valueOf(String name);
}
