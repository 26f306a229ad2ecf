package dev.dray.bench.compare;

import dev.dray.api.meta.ObjectMeta;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Claims that have what a world says is taken.
 *
 * <p>Worlds list devices, shares, and the sum of amounts of each device, as upstream's allocator
 * takes them. Dray reckons from claims: there is one for each device and share, and the first share
 * of a device has the whole amount. Where a device has compatibility groups, its claim has their
 * snapshot, as it would if Dray had allocated it.
 */
final class Holders {
  private final Map<DeviceKey, Device> published = new LinkedHashMap<>();
  private final List<ResourceClaim> claims = new ArrayList<>();

  private record DeviceKey(String driver, String pool, String device) {
    static DeviceKey of(JsonNode json) {
      return new DeviceKey(
          json.get("driver").asString(),
          json.get("pool").asString(),
          json.get("device").asString());
    }
  }

  Holders(List<ResourceSlice> slices) {
    for (var slice : slices) {
      for (var device : slice.spec().devices()) {
        published.put(
            new DeviceKey(slice.spec().driver(), slice.spec().pool().name(), device.name()),
            device);
      }
    }
  }

  List<ResourceClaim> of(JsonNode devices, JsonNode shares, JsonNode amounts) {
    for (var device : devices) {
      add(DeviceKey.of(device), Optional.empty(), Map.of());
    }
    var unclaimed = new LinkedHashMap<DeviceKey, Map<String, Quantity>>();
    for (var amount : amounts) {
      unclaimed.put(DeviceKey.of(amount), quantities(amount.get("capacity")));
    }
    for (var share : shares) {
      var key = DeviceKey.of(share);
      var consumed = unclaimed.remove(key);
      add(
          key,
          Optional.of(share.get("shareID").asString()),
          consumed == null ? Map.of() : consumed);
    }
    // Amounts of shares that the world does not list.
    unclaimed.forEach(
        (key, consumed) -> add(key, Optional.of("share-of-" + key.device()), consumed));
    return claims;
  }

  private static Map<String, Quantity> quantities(JsonNode capacity) {
    var quantities = new LinkedHashMap<String, Quantity>();
    for (var entry : capacity.properties()) {
      quantities.put(entry.getKey(), Quantity.parse(entry.getValue().asString()));
    }
    return quantities;
  }

  private void add(DeviceKey key, Optional<String> share, Map<String, Quantity> consumed) {
    var result =
        new DeviceRequestAllocationResult(
            "request",
            key.driver(),
            key.pool(),
            key.device(),
            Optional.empty(),
            List.of(),
            List.of(),
            List.of(),
            share,
            consumed,
            List.of(),
            groups(key),
            Map.of());
    var devices = new DeviceAllocationResult(List.of(result), List.of());
    var allocation = new AllocationResult(devices, Optional.empty(), Optional.empty());
    var number = "holder-" + claims.size();
    claims.add(
        new ResourceClaim(
            metadata(number),
            new ResourceClaimSpec(DeviceClaim.EMPTY),
            ResourceClaimStatus.EMPTY.withAllocation(Optional.of(allocation))));
  }

  private static ObjectMeta metadata(String name) {
    return ObjectMeta.named(name).withNamespace("default").withUid(name);
  }

  /** The groups of each counter set, if the device has any at all. */
  private Map<String, List<String>> groups(DeviceKey key) {
    var groups = new LinkedHashMap<String, List<String>>();
    var device = published.get(key);
    if (device != null) {
      for (var consumption : device.consumesCounters()) {
        groups.put(consumption.counterSet(), consumption.compatibilityGroups());
      }
    }
    return groups.values().stream().allMatch(List::isEmpty) ? Map.of() : groups;
  }
}
