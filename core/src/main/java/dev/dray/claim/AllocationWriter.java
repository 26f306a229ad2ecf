package dev.dray.claim;

import static java.util.Objects.requireNonNull;

import dev.dray.allocation.placement.PlacedClaim;
import dev.dray.allocation.placement.Placement;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.DeviceAllocationResult;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Supplier;

/** The writer of a placement as the allocation of each claim. */
public final class AllocationWriter {
  private final ResultWriter results;

  /**
   * Creates a writer of the fields that exist under these gates.
   *
   * @param shareIds the supplier of a new UUID for each share, asked in the order of the results
   */
  public AllocationWriter(Gates gates, Supplier<String> shareIds) {
    this.results = new ResultWriter(gates, requireNonNull(shareIds, "shareIds"));
  }

  /**
   * Returns an allocation for each claim of the placement. It has no timestamp: only the component
   * that stores it knows the time.
   */
  public Written results(Placement placement) {
    var allocations = new ArrayList<AllocationResult>();
    for (var claim : placement.claims()) {
      switch (UsableNodes.of(claim, placement.node())) {
        case UsableNodes.Chosen(var selector) ->
            allocations.add(new AllocationResult(devices(claim), selector, Optional.empty()));
        case UsableNodes.Unsupported(var message) -> {
          return new Written.Fatal(message);
        }
      }
    }
    return new Written.Results(allocations);
  }

  private DeviceAllocationResult devices(PlacedClaim claim) {
    var devices = new ArrayList<DeviceRequestAllocationResult>();
    for (var request : claim.requests()) {
      for (var device : request.devices()) {
        devices.add(results.write(request, device));
      }
    }
    return new DeviceAllocationResult(devices, Configurations.of(claim));
  }
}
