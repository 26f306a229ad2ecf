package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.claim.DeviceClaim;

/** The devices that a claim requests; immutable once written. */
public record ResourceClaimSpec(DeviceClaim devices) {
  public ResourceClaimSpec {
    requireNonNull(devices, "devices");
  }
}
