package dev.dray.ledger;

import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A device of a pool that one result of an allocation holds. */
record HeldDevice(String device, AllocatedShare share) {

  /**
   * Returns the devices a claim holds, by pool and in the order of its results; admin access holds
   * none.
   */
  static SortedMap<PoolId, List<HeldDevice>> byPool(ResourceClaim claim) {
    var byPool = new TreeMap<PoolId, List<HeldDevice>>();
    for (var result : results(claim)) {
      of(claim, result)
          .ifPresent(
              held ->
                  byPool
                      .computeIfAbsent(
                          new PoolId(result.driver(), result.pool()), _ -> new ArrayList<>())
                      .add(held));
    }
    return byPool;
  }

  /** Returns the device that one result of the claim holds; empty for admin access. */
  static Optional<HeldDevice> of(ResourceClaim claim, DeviceRequestAllocationResult result) {
    return result.adminAccess().orElse(false)
        ? Optional.empty()
        : Optional.of(new HeldDevice(result.device(), holding(claim, result)));
  }

  static List<DeviceRequestAllocationResult> results(ResourceClaim claim) {
    return claim
        .status()
        .allocation()
        .map(AllocationResult::devices)
        .map(devices -> devices.results())
        .orElse(List.of());
  }

  private static AllocatedShare holding(ResourceClaim claim, DeviceRequestAllocationResult result) {
    var driver = result.driver();
    return new AllocatedShare(
        Holder.of(claim.metadata(), result.request()),
        result.shareId(),
        shortest(result.consumedCapacity(), driver),
        result.consumedCounters(),
        result.compatibilityGroups(),
        shortest(requested(claim, result.request()), driver));
  }

  /**
   * Returns the amounts by the shortest spelling; if both spellings occur, the qualified one
   * counts.
   */
  private static Map<String, Quantity> shortest(Map<String, Quantity> amounts, String driver) {
    var shortest = new LinkedHashMap<String, Quantity>();
    for (var name : amounts.keySet()) {
      QualifiedName.of(name, driver)
          .in(amounts)
          .ifPresent(amount -> shortest.put(QualifiedName.shortest(name, driver), amount));
    }
    return shortest;
  }

  /**
   * Returns the amounts that a request, {@code main} or {@code main/sub}, asks of each of its
   * devices.
   */
  private static Map<String, Quantity> requested(ResourceClaim claim, String reference) {
    for (var request : claim.spec().devices().requests()) {
      if (reference.equals(request.name())) {
        return request
            .exactly()
            .map(exactly -> amounts(exactly.capacity()))
            .orElseGet(() -> largest(request));
      }
      if (reference.startsWith(request.name() + "/")) {
        return requestedBy(request, reference.substring(request.name().length() + 1));
      }
    }
    return Map.of();
  }

  private static Map<String, Quantity> requestedBy(DeviceRequest request, String alternative) {
    for (var one : request.firstAvailable()) {
      if (alternative.equals(one.name())) {
        return amounts(one.capacity());
      }
    }
    return Map.of();
  }

  /**
   * Returns the largest amounts of all alternatives, for a result that names the request only:
   * which alternative it was is not known.
   */
  private static Map<String, Quantity> largest(DeviceRequest request) {
    var largest = new LinkedHashMap<String, Quantity>();
    for (var alternative : request.firstAvailable()) {
      amounts(alternative.capacity())
          .forEach((name, amount) -> largest.merge(name, amount, HeldDevice::larger));
    }
    return largest;
  }

  private static Quantity larger(Quantity one, Quantity other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  private static Map<String, Quantity> amounts(Optional<CapacityRequirements> capacity) {
    return capacity.map(CapacityRequirements::requests).orElse(Map.of());
  }
}
