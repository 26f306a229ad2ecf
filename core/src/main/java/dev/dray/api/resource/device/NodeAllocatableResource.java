package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** The cpu, memory or huge pages that allocating a device takes from the node. */
public record NodeAllocatableResource(
    Optional<NodeAllocatableMapping> mapping, Optional<NodeAllocatableOverhead> overhead) {
  public NodeAllocatableResource {
    requireNonNull(mapping, "mapping");
    requireNonNull(overhead, "overhead");
  }
}
