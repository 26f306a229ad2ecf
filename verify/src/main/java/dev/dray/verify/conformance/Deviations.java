package dev.dray.verify.conformance;

import dev.dray.api.resource.ApiObject;

/** The differences from upstream's validation that a decision asks for, told by their situation. */
final class Deviations {
  private Deviations() {}

  static Outcome judge(ApiObject object, FieldErrors actual, FieldErrors expected) {
    return actual.comparedWith(expected);
  }
}
