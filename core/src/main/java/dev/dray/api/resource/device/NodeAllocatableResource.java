package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** What allocating a device costs the node in cpu, memory or huge pages. */
public record NodeAllocatableResource(
    Optional<NodeAllocatableMapping> mapping, Optional<NodeAllocatableOverhead> overhead) {
  public NodeAllocatableResource {
    requireNonNull(mapping, "mapping");
    requireNonNull(overhead, "overhead");
  }
}
