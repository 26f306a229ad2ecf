package dev.dray.verify.reference;

import dev.dray.api.resource.claim.AllocationResult;
import java.util.List;

/** How an attempt to allocate all claims of a pod on one node ends. */
public sealed interface ReferenceOutcome {

  /** One result for each claim; the ids of shares are numbers in the order of appearance. */
  record Fits(List<AllocationResult> results) implements ReferenceOutcome {
    public Fits {
      results = List.copyOf(results);
    }
  }

  record DoesNotFit() implements ReferenceOutcome {}

  /** Nothing fits, and there are pools on this node that cannot be used; other nodes may do. */
  record NodeLocalFailure(String message) implements ReferenceOutcome {}

  /** The whole attempt ends, whatever other nodes there are. */
  record Fatal(String message) implements ReferenceOutcome {}
}
