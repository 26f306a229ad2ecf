package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** A test that a device must pass; today always CEL. */
public record DeviceSelector(Optional<CelDeviceSelector> cel) {
  public DeviceSelector {
    requireNonNull(cel, "cel");
  }

  /** Returns a selector with this CEL expression. */
  public static DeviceSelector cel(String expression) {
    return new DeviceSelector(Optional.of(new CelDeviceSelector(expression)));
  }
}
