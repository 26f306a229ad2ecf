package dev.dray.cel.plan;

import dev.dray.cel.value.Value;

/** The values of the variables that an environment declares. */
@FunctionalInterface
public interface Variables {
  Value valueOf(String name);
}
