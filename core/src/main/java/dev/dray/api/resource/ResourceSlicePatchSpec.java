package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

/** The changes that the patch makes to devices. */
public record ResourceSlicePatchSpec(DevicePatch devices) {
  public ResourceSlicePatchSpec {
    requireNonNull(devices, "devices");
  }
}
