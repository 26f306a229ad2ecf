package dev.dray.framework.claim;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.AllocatedDeviceStatus;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The progress of a claim's devices with binding conditions, which must be ready before its pod is
 * bound.
 */
public sealed interface DeviceReadiness {
  record Ready() implements DeviceReadiness {}

  record Pending() implements DeviceReadiness {}

  /** A driver reports failure. */
  record Failed(String message) implements DeviceReadiness {}

  /** The devices did not become ready in time. */
  record TooLate(String message) implements DeviceReadiness {}

  /** Returns whether binding conditions count. */
  static boolean isEnabled(Gates gates) {
    return gates.enabled(Gate.DRA_DEVICE_BINDING_CONDITIONS)
        && gates.enabled(Gate.DRA_RESOURCE_CLAIM_DEVICE_STATUS);
  }

  /**
   * Returns the readiness of an allocated claim's devices.
   *
   * @param timeout the time that devices may take to become ready
   */
  static DeviceReadiness of(ResourceClaim claim, Gates gates, Duration timeout, Instant now) {
    if (!isEnabled(gates)) {
      return new Ready();
    }
    var allocation = claim.status().allocation();
    if (allocation.isEmpty()) {
      return new Pending();
    }
    for (var result : allocation.get().devices().results()) {
      var device = of(claim, result);
      if (device instanceof Pending) {
        boolean late =
            allocation
                .get()
                .allocationTimestamp()
                .filter(since -> since.plus(timeout).isBefore(now))
                .isPresent();
        return late ? tooLate(claim) : device;
      }
      if (!(device instanceof Ready)) {
        return device;
      }
    }
    return new Ready();
  }

  static TooLate tooLate(ResourceClaim claim) {
    return new TooLate("device binding timeout: claim=" + claim.metadata().name());
  }

  private static DeviceReadiness of(ResourceClaim claim, DeviceRequestAllocationResult result) {
    if (result.bindingConditions().isEmpty()) {
      return new Ready();
    }
    var status = status(claim, result);
    if (status.isEmpty()) {
      return new Pending();
    }
    for (var condition : status.get().conditions()) {
      if (condition.status().equals("True")
          && result.bindingFailureConditions().contains(condition.type())) {
        return new Failed(
            "device binding failed: claim=%s, reason=%s, message=\"%s\""
                .formatted(claim.metadata().name(), condition.reason(), condition.message()));
      }
    }
    boolean ready = result.bindingConditions().stream().allMatch(it -> isTrue(status.get(), it));
    return ready ? new Ready() : new Pending();
  }

  /** Returns what a driver reports of the device, or of the share of it that the claim has. */
  private static Optional<AllocatedDeviceStatus> status(
      ResourceClaim claim, DeviceRequestAllocationResult result) {
    return claim.status().devices().stream()
        .filter(it -> it.driver().equals(result.driver()))
        .filter(it -> it.pool().equals(result.pool()) && it.device().equals(result.device()))
        .filter(it -> it.shareId().equals(result.shareId()))
        .findFirst();
  }

  private static boolean isTrue(AllocatedDeviceStatus status, String condition) {
    return status.conditions().stream()
        .anyMatch(it -> it.type().equals(condition) && it.status().equals("True"));
  }
}
