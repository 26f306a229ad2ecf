package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

/** A CEL expression over the variable {@code device}. */
public record CelDeviceSelector(String expression) {
  public CelDeviceSelector {
    requireNonNull(expression, "expression");
  }
}
