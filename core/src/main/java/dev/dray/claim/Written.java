package dev.dray.claim;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.claim.AllocationResult;
import java.util.List;

/** What came of writing down a placement. */
public sealed interface Written {

  /** An allocation for each claim of the placement, in their order. */
  record Results(List<AllocationResult> allocations) implements Written {
    public Results {
      allocations = List.copyOf(allocations);
    }
  }

  /** A stored slice has a mistake for which the whole attempt is given up, as upstream does. */
  record Fatal(String message) implements Written {
    public Fatal {
      requireNonNull(message, "message");
    }
  }
}
