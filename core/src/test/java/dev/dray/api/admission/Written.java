package dev.dray.api.admission;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.ResourcePool;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.claim.AllocatedDeviceStatus;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.DeviceAllocationResult;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.api.resource.claim.DeviceConstraint;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.api.resource.claim.DeviceSubRequest;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import dev.dray.api.resource.device.CapacityRequestPolicy;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterValueFrom;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceTaint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Objects as users write them, small enough to see what a test is about. */
final class Written {
  static final Instant NOW = Instant.parse("2026-11-15T10:20:30.987Z");
  static final Instant NOW_IN_SECONDS = Instant.parse("2026-11-15T10:20:30Z");
  static final Instant BEFORE = Instant.parse("2026-01-01T00:00:00Z");

  static final Quantity ONE = Quantity.parse("1");
  static final CapacityRequestPolicy POLICY =
      new CapacityRequestPolicy(Optional.of(ONE), List.of(), Optional.empty());
  static final Counter STATIC = Counter.of(ONE);
  static final Counter ROUNDED =
      new Counter(Optional.of(ONE), Optional.of(POLICY), Optional.empty());
  static final Counter REQUESTED =
      new Counter(Optional.empty(), Optional.empty(), Optional.of(new CounterValueFrom("memory")));
  static final Counter NOTHING = new Counter(Optional.empty(), Optional.empty(), Optional.empty());
  static final DeviceTaint TAINT = new DeviceTaint("broken", "", "NoSchedule", Optional.of(BEFORE));

  private Written() {}

  static ResourceSlice slice(ResourceSliceSpec spec) {
    return new ResourceSlice(ObjectMeta.named("slice"), spec);
  }

  static ResourceSliceSpec devices(Device... devices) {
    return new ResourceSliceSpec(
        "gpu.example.com",
        new ResourcePool("pool", 1, 1),
        Optional.of("node"),
        Optional.empty(),
        Optional.empty(),
        Optional.of(List.of(devices)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  static ResourceSliceMixins mixins() {
    return new ResourceSliceMixins(List.of(), List.of(), List.of());
  }

  /** A device that may hold what only few devices have. */
  static Device device(
      Optional<String> nodeName,
      Optional<Boolean> allNodes,
      Optional<Boolean> bindsToNode,
      List<String> bindingConditions,
      Optional<Boolean> allowMultipleAllocations) {
    return new Device(
        "device",
        List.of(),
        Map.of(),
        Map.of(),
        List.of(),
        nodeName,
        Optional.empty(),
        allNodes,
        List.of(),
        bindsToNode,
        bindingConditions,
        List.of(),
        allowMultipleAllocations,
        Map.of());
  }

  static ResourceClaim claim(ResourceClaimSpec spec) {
    return new ResourceClaim(
        ObjectMeta.named("claim").withNamespace("default"), spec, ResourceClaimStatus.EMPTY);
  }

  static ResourceClaimSpec requests(DeviceRequest... requests) {
    return new ResourceClaimSpec(DeviceClaim.EMPTY.withRequests(List.of(requests)));
  }

  static ResourceClaimSpec exactly(ExactDeviceRequest request) {
    return requests(new DeviceRequest("request", Optional.of(request), List.of()));
  }

  static ResourceClaimSpec firstAvailable(DeviceSubRequest... alternatives) {
    return requests(new DeviceRequest("request", Optional.empty(), List.of(alternatives)));
  }

  static ResourceClaimSpec constrained(DeviceConstraint constraint) {
    return new ResourceClaimSpec(exactly(exact()).devices().withConstraints(List.of(constraint)));
  }

  static ExactDeviceRequest exact() {
    return exact(Optional.empty(), Optional.empty());
  }

  static ExactDeviceRequest exact(
      Optional<Boolean> adminAccess, Optional<CapacityRequirements> capacity) {
    return new ExactDeviceRequest(
        "gpu", List.of(), "ExactCount", 1, adminAccess, List.of(), capacity, List.of());
  }

  static DeviceSubRequest alternative() {
    return alternative(Optional.empty());
  }

  static DeviceSubRequest alternative(Optional<CapacityRequirements> capacity) {
    return new DeviceSubRequest(
        "alternative", "gpu", List.of(), "ExactCount", 1, List.of(), capacity, List.of());
  }

  static ResourceClaim allocated(DeviceRequestAllocationResult... results) {
    var allocation =
        new AllocationResult(
            new DeviceAllocationResult(List.of(results), List.of()),
            Optional.empty(),
            Optional.empty());
    var claim = claim(exactly(exact()));
    return claim.withStatus(claim.status().withAllocation(Optional.of(allocation)));
  }

  static DeviceRequestAllocationResult result(String device) {
    return result(device, Optional.empty(), List.of(), Optional.empty(), Map.of());
  }

  static DeviceRequestAllocationResult result(
      String device,
      Optional<Boolean> adminAccess,
      List<String> bindingConditions,
      Optional<String> shareId,
      Map<String, Quantity> consumedCapacity) {
    return new DeviceRequestAllocationResult(
        "request",
        "gpu.example.com",
        "pool",
        device,
        adminAccess,
        List.of(),
        bindingConditions,
        List.of(),
        shareId,
        consumedCapacity,
        List.of(),
        Map.of(),
        Map.of());
  }

  static AllocatedDeviceStatus report(String device) {
    return report(device, Optional.empty());
  }

  static AllocatedDeviceStatus report(String device, Optional<String> shareId) {
    return new AllocatedDeviceStatus(
        "gpu.example.com", "pool", device, shareId, List.of(), Optional.empty(), Optional.empty());
  }

  static ResourceClaim reporting(ResourceClaim claim, AllocatedDeviceStatus... reports) {
    return claim.withStatus(claim.status().withDevices(List.of(reports)));
  }
}
