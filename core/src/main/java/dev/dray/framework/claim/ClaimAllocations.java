package dev.dray.framework.claim;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dray.allocation.placement.Placement;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.claim.AllocationWriter;
import dev.dray.claim.ClaimStates;
import dev.dray.claim.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** Writes placements into claims. */
public final class ClaimAllocations {
  private ClaimAllocations() {}

  /** The result of writing a placement. */
  public sealed interface Outcome {
    /** The claims with their devices, in their order. */
    record Done(List<ResourceClaim> claims) implements Outcome {}

    /** A slice has a mistake. */
    record Refused(String mistake) implements Outcome {}
  }

  public static Outcome of(Placement placement, Gates gates) {
    return switch (new AllocationWriter(gates, shareIds(placement)).results(placement)) {
      case Written.Fatal(var message) -> new Outcome.Refused(message);
      case Written.Results results ->
          new Outcome.Done(
              ClaimStates.allocated(placement, results).stream()
                  .map(Reservations::guarded)
                  .toList());
    };
  }

  /**
   * Returns the ids of shares, which are derived from the claim as it was, so that every run has
   * the same. They are unique to a claim, and to each allocation of it: the claim has another
   * version by then.
   */
  private static Supplier<String> shareIds(Placement placement) {
    var ids = new ArrayList<String>();
    for (var placed : placement.claims()) {
      var metadata = placed.claim().metadata();
      var version = metadata.resourceVersion().isEmpty() ? "" : metadata.resourceVersion() + "/";
      var start = "share/" + metadata.uid() + "/" + version;
      int count = 0;
      for (var request : placed.requests()) {
        for (var device : request.devices()) {
          if (device.share()) {
            ids.add(UUID.nameUUIDFromBytes((start + count++).getBytes(UTF_8)).toString());
          }
        }
      }
    }
    return ids.iterator()::next;
  }
}
