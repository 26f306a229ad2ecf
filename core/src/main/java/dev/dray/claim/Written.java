package dev.dray.claim;

import dev.dray.api.resource.claim.AllocationResult;
import java.util.List;

/** The result of writing a placement. */
public sealed interface Written {

  /** An allocation for each claim of the placement, in their order. */
  record Results(List<AllocationResult> allocations) implements Written {
    public Results {
      allocations = List.copyOf(allocations);
    }
  }

  /** A stored slice has a mistake that ends the whole attempt, as it does upstream. */
  record Fatal(String message) implements Written {}
}
