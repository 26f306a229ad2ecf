package dev.dray.allocation;

import dev.dray.allocation.search.Pruning;
import dev.dray.api.gate.Gates;

/** Allocators whose searches look ahead from the first step on, so that small worlds show it. */
public final class EagerAllocator {
  private EagerAllocator() {}

  public static Allocator of(Gates gates) {
    return new Allocator(gates, new Pruning.Skills(true, true, true, true, 0, 0, 0));
  }
}
