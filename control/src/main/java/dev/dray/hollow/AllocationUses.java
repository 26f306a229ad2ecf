package dev.dray.hollow;

import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.api.resource.claim.DeviceSubRequest;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import dev.dray.api.resource.device.CapacityRounding;
import dev.dray.api.resource.device.CounterValueFrom;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A reader of what an allocation takes from hardware. */
final class AllocationUses {
  private AllocationUses() {}

  /** Returns a device that is no longer published, as far as the claim itself describes it. */
  static PreparedDevice unpublished(ResourceClaim claim, DeviceRequestAllocationResult result) {
    var parts = new ArrayList<ConsumedPart>();
    result
        .consumedCounters()
        .forEach(
            (set, counters) ->
                parts.add(
                    new ConsumedPart(
                        set,
                        Map.of(),
                        counters,
                        result.compatibilityGroups().getOrDefault(set, List.of()))));
    return held(claim, result, parts);
  }

  /** Returns the use of a device that is prepared now. */
  static PreparedDevice of(
      ResourceClaim claim,
      DeviceRequestAllocationResult result,
      PublishedPool pool,
      PublishedDevice device) {
    return held(claim, result, parts(claim, result, pool, device));
  }

  /**
   * Returns the use of a device that was prepared earlier, when its slices may have been different.
   */
  static PreparedDevice recalled(
      ResourceClaim claim,
      DeviceRequestAllocationResult result,
      PublishedPool pool,
      PublishedDevice device) {
    var recorded = result.compatibilityGroups();
    var parts =
        parts(claim, result, pool, device).stream()
            .map(
                it ->
                    new ConsumedPart(
                        it.counterSet(),
                        it.fixed(),
                        it.requested(),
                        recorded.getOrDefault(it.counterSet(), it.groups())))
            .toList();
    return held(claim, result, parts);
  }

  private static PreparedDevice held(
      ResourceClaim claim, DeviceRequestAllocationResult result, List<ConsumedPart> parts) {
    var capacity = new LinkedHashMap<String, Quantity>();
    result
        .consumedCapacity()
        .forEach((name, it) -> capacity.put(QualifiedName.shortest(name, result.driver()), it));
    return new PreparedDevice(name(claim), result.device(), result.shareId(), capacity, parts);
  }

  static String name(ResourceClaim claim) {
    return claim.metadata().namespace() + "/" + claim.metadata().name();
  }

  static PoolId pool(DeviceRequestAllocationResult result) {
    return new PoolId(result.driver(), result.pool());
  }

  private static List<ConsumedPart> parts(
      ResourceClaim claim,
      DeviceRequestAllocationResult result,
      PublishedPool pool,
      PublishedDevice device) {
    var parts = new ArrayList<ConsumedPart>();
    for (var consumption : device.consumptions()) {
      var fixed = new LinkedHashMap<String, Quantity>();
      var requested = new LinkedHashMap<String, Quantity>();
      consumption
          .counters()
          .forEach(
              (name, counter) -> {
                counter.value().ifPresent(it -> fixed.put(name, it));
                counter
                    .valueFrom()
                    .map(it -> amount(claim, result, pool, consumption.counterSet(), name, it))
                    .ifPresent(it -> requested.put(name, it));
              });
      parts.add(new ConsumedPart(consumption.counterSet(), fixed, requested, consumption.groups()));
    }
    return parts;
  }

  /**
   * Returns the consumed amount: the recorded one, else the requested one after the counter's
   * policy.
   */
  private static Quantity amount(
      ResourceClaim claim,
      DeviceRequestAllocationResult result,
      PublishedPool pool,
      String counterSet,
      String name,
      CounterValueFrom from) {
    var recorded = result.consumedCounters().getOrDefault(counterSet, Map.of()).get(name);
    if (recorded != null) {
      return recorded;
    }
    var counter = pool.counterSet(counterSet).map(it -> it.get(name)).orElse(null);
    if (counter == null || counter.value().isEmpty()) {
      return Quantity.ZERO;
    }
    var asCapacity = new DeviceCapacity(counter.value().get(), counter.requestPolicy());
    return QualifiedName.of(from.capacityKey(), result.driver())
        .in(requests(claim, result.request()))
        .map(it -> rounded(it, asCapacity))
        .orElseGet(() -> CapacityRounding.withoutRequest(asCapacity));
  }

  private static Quantity rounded(Quantity requested, DeviceCapacity capacity) {
    return switch (CapacityRounding.FRACTIONS.consumed(requested, capacity)) {
      case CapacityRounding.Consumed.Amount(var amount) -> amount;
      case CapacityRounding.Consumed.NotRepresentable _ -> requested;
    };
  }

  /** Returns the capacity requests of a request, or of the chosen alternative. */
  private static Map<String, Quantity> requests(ResourceClaim claim, String name) {
    int slash = name.indexOf('/');
    var main = slash < 0 ? name : name.substring(0, slash);
    return claim.spec().devices().requests().stream()
        .filter(it -> it.name().equals(main))
        .findFirst()
        .flatMap(it -> slash < 0 ? exact(it) : alternative(it, name.substring(slash + 1)))
        .map(CapacityRequirements::requests)
        .orElse(Map.of());
  }

  private static Optional<CapacityRequirements> exact(DeviceRequest request) {
    return request.exactly().flatMap(ExactDeviceRequest::capacity);
  }

  private static Optional<CapacityRequirements> alternative(DeviceRequest request, String name) {
    return request.firstAvailable().stream()
        .filter(it -> it.name().equals(name))
        .findFirst()
        .flatMap(DeviceSubRequest::capacity);
  }
}
