package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/** Keeps claims that do not tolerate it off a device. */
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
