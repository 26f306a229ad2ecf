package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

/**
 * The pool a slice belongs to: the slices of the newest generation count, once all are published.
 */
public record ResourcePool(String name, long generation, long resourceSliceCount) {
  public ResourcePool {
    requireNonNull(name, "name");
  }
}
