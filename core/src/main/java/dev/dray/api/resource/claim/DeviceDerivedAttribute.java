package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

/** A CEL expression whose value constraints compare like an attribute of this name. */
public record DeviceDerivedAttribute(String name, String expression) {
  public DeviceDerivedAttribute {
    requireNonNull(name, "name");
    requireNonNull(expression, "expression");
  }
}
