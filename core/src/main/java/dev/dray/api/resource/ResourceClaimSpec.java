package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.claim.DeviceClaim;

/** What a claim asks for; immutable once written. */
public record ResourceClaimSpec(DeviceClaim devices) {
  public ResourceClaimSpec {
    requireNonNull(devices, "devices");
  }
}
