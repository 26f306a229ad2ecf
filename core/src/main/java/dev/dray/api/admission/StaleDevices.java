package dev.dray.api.admission;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.claim.AllocatedDeviceStatus;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import java.util.HashSet;
import java.util.Set;

/**
 * The removal of driver reports on devices that a write takes from a claim, so that whoever
 * deallocates need not know of such reports. A report on a device the claim never had stays, and
 * validation refuses it.
 */
final class StaleDevices {
  private StaleDevices() {}

  private record DeviceKey(String driver, String pool, String device, String shareId) {
    static DeviceKey of(DeviceRequestAllocationResult result) {
      return new DeviceKey(
          result.driver(), result.pool(), result.device(), result.shareId().orElse(""));
    }

    static DeviceKey of(AllocatedDeviceStatus status) {
      return new DeviceKey(
          status.driver(), status.pool(), status.device(), status.shareId().orElse(""));
    }
  }

  static ResourceClaim pruned(ResourceClaim claim, ResourceClaim stored) {
    var deallocated = allocated(stored.status());
    deallocated.removeAll(allocated(claim.status()));
    var reports = claim.status().devices();
    var left =
        reports.stream().filter(report -> !deallocated.contains(DeviceKey.of(report))).toList();
    return left.size() == reports.size()
        ? claim
        : claim.withStatus(claim.status().withDevices(left));
  }

  private static Set<DeviceKey> allocated(ResourceClaimStatus status) {
    var keys = new HashSet<DeviceKey>();
    status
        .allocation()
        .ifPresent(
            allocation ->
                allocation.devices().results().forEach(result -> keys.add(DeviceKey.of(result))));
    return keys;
  }
}
