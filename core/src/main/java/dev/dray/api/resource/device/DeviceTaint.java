package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/** A taint of a device, which keeps claims off that do not tolerate it. */
public record DeviceTaint(String key, String value, String effect, Optional<Instant> timeAdded) {
  public DeviceTaint {
    requireNonNull(key, "key");
    requireNonNull(value, "value");
    requireNonNull(effect, "effect");
    requireNonNull(timeAdded, "timeAdded");
  }

  public DeviceTaint withTimeAdded(Instant timeAdded) {
    return new DeviceTaint(key, value, effect, Optional.of(timeAdded));
  }
}
