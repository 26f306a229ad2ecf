package dev.dray.verify.conformance;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.DeviceAllocationResult;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.api.resource.device.Device;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * The claims behind what a case says is allocated already, a claim for each device or share.
 *
 * <p>Upstream reads the groups of allocated devices from the slices, Dray from the claims, so each
 * claim gets the groups that the newest slice shows. Upstream's sums of consumed capacity are given
 * to the first share of the device, and the others have nothing of it on record.
 */
final class AllocatedState {
  private final List<ResourceSlice> newestFirst;
  private final List<ResourceClaim> claims = new ArrayList<>();

  private AllocatedState(List<ResourceSlice> slices) {
    this.newestFirst =
        slices.stream()
            .sorted(
                Comparator.comparingLong((ResourceSlice it) -> it.spec().pool().generation())
                    .reversed())
            .toList();
  }

  private record Place(String driver, String pool, String device) {
    static Place of(JsonNode json) {
      return new Place(
          json.get("driver").asString(),
          json.get("pool").asString(),
          json.get("device").asString());
    }
  }

  static List<ResourceClaim> claims(JsonNode json, List<ResourceSlice> slices) {
    var state = new AllocatedState(slices);
    for (var device : json.path("allocatedDevices")) {
      state.add(Place.of(device), Optional.empty(), Map.of());
    }
    var sums = new LinkedHashMap<Place, Map<String, Quantity>>();
    for (var device : json.path("allocatedCapacityDevices")) {
      sums.put(Place.of(device), amounts(device.path("capacity")));
    }
    for (var share : json.path("allocatedSharedDeviceIDs")) {
      var place = Place.of(share);
      var sum = sums.remove(place);
      var shareId = share.path("shareID").asString();
      state.add(place, Optional.of(shareId), sum == null ? Map.of() : sum);
    }
    sums.forEach((place, sum) -> state.add(place, Optional.of("share of " + place), sum));
    return state.claims;
  }

  private static Map<String, Quantity> amounts(JsonNode capacity) {
    var amounts = new TreeMap<String, Quantity>();
    capacity
        .properties()
        .forEach(it -> amounts.put(it.getKey(), Quantity.parse(it.getValue().asString())));
    return amounts;
  }

  private void add(Place place, Optional<String> shareId, Map<String, Quantity> consumed) {
    var recorded = new TreeMap<>(consumed);
    if (shareId.isPresent()) {
      device(place).stream()
          .flatMap(it -> it.capacity().keySet().stream())
          .filter(name -> QualifiedName.of(name, place.driver()).in(consumed).isEmpty())
          .forEach(name -> recorded.put(name, Quantity.ZERO));
    }
    var result =
        new DeviceRequestAllocationResult(
            "request",
            place.driver(),
            place.pool(),
            place.device(),
            Optional.empty(),
            List.of(),
            List.of(),
            List.of(),
            shareId,
            recorded,
            List.of(),
            groups(place),
            Map.of());
    var devices = new DeviceAllocationResult(List.of(result), List.of());
    var allocation = new AllocationResult(devices, Optional.empty(), Optional.empty());
    claims.add(
        new ResourceClaim(
            metadata("allocated-" + claims.size()),
            new ResourceClaimSpec(DeviceClaim.EMPTY),
            ResourceClaimStatus.EMPTY.withAllocation(Optional.of(allocation))));
  }

  private static ObjectMeta metadata(String name) {
    return ObjectMeta.named(name).withNamespace("default").withUid("uid-of-" + name);
  }

  private Map<String, List<String>> groups(Place place) {
    var groups = new TreeMap<String, List<String>>();
    device(place)
        .filter(
            device ->
                device.consumesCounters().stream()
                    .anyMatch(it -> !it.compatibilityGroups().isEmpty()))
        .ifPresent(
            device ->
                device
                    .consumesCounters()
                    .forEach(it -> groups.put(it.counterSet(), it.compatibilityGroups())));
    return groups;
  }

  private Optional<Device> device(Place place) {
    return newestFirst.stream()
        .filter(
            slice ->
                slice.spec().driver().equals(place.driver())
                    && slice.spec().pool().name().equals(place.pool()))
        .flatMap(slice -> slice.spec().devices().stream())
        .filter(device -> device.name().equals(place.device()))
        .findFirst();
  }
}
