package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

/** What the patch does to devices. */
public record ResourceSlicePatchSpec(DevicePatch devices) {
  public ResourceSlicePatchSpec {
    requireNonNull(devices, "devices");
  }
}
