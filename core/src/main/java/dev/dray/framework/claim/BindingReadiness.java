package dev.dray.framework.claim;

import static java.util.Objects.requireNonNull;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.AllocatedDeviceStatus;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import java.time.Duration;
import java.time.Instant;

/**
 * The readiness of devices with binding conditions, which drivers must prepare before a pod is
 * bound.
 */
public record BindingReadiness(Gates gates, Duration timeout) {
  /** The progress of a claim, or of one of its devices. */
  private enum State {
    READY,
    PENDING,
    FAILED
  }

  public BindingReadiness {
    requireNonNull(gates, "gates");
    requireNonNull(timeout, "timeout");
  }

  /** Returns the nodes from which an allocated claim can be used. */
  public ClaimNodes usable(ResourceClaim claim, Instant now) {
    var nodes = ClaimNodes.of(claim);
    return switch (state(claim)) {
      case READY -> nodes;
      case PENDING -> isTooLate(claim, now) ? nodes.withoutHope() : nodes;
      case FAILED -> nodes.withoutHope();
    };
  }

  private State state(ResourceClaim claim) {
    if (!gates.enabled(Gate.DRA_DEVICE_BINDING_CONDITIONS)
        || !gates.enabled(Gate.DRA_RESOURCE_CLAIM_DEVICE_STATUS)) {
      return State.READY;
    }
    for (var result : claim.status().allocation().orElseThrow().devices().results()) {
      var state = state(claim, result);
      if (state != State.READY) {
        return state;
      }
    }
    return State.READY;
  }

  private static State state(ResourceClaim claim, DeviceRequestAllocationResult result) {
    if (result.bindingConditions().isEmpty()) {
      return State.READY;
    }
    var found = claim.status().devices().stream().filter(it -> isOf(it, result)).findFirst();
    if (found.isEmpty()) {
      return State.PENDING;
    }
    if (result.bindingFailureConditions().stream().anyMatch(it -> isTrue(found.get(), it))) {
      return State.FAILED;
    }
    boolean ready = result.bindingConditions().stream().allMatch(it -> isTrue(found.get(), it));
    return ready ? State.READY : State.PENDING;
  }

  private static boolean isOf(AllocatedDeviceStatus status, DeviceRequestAllocationResult result) {
    return status.driver().equals(result.driver())
        && status.pool().equals(result.pool())
        && status.device().equals(result.device())
        && status.shareId().equals(result.shareId());
  }

  private static boolean isTrue(AllocatedDeviceStatus device, String condition) {
    return device.conditions().stream()
        .anyMatch(it -> it.type().equals(condition) && it.status().equals("True"));
  }

  private boolean isTooLate(ResourceClaim claim, Instant now) {
    return claim
        .status()
        .allocation()
        .flatMap(it -> it.allocationTimestamp())
        .map(since -> since.plus(timeout).isBefore(now))
        .orElse(false);
  }
}
