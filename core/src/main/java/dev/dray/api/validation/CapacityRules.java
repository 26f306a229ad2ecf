package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Formats;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import java.util.Map;

/** The rules for the capacities of devices, of mixins, and of patches. */
record CapacityRules(RequestPolicyRules policies) {

  /** The shareability of the owner of a capacity: without it a request policy has no meaning. */
  enum Sharing {
    SHARED,
    EXCLUSIVE
  }

  Violations capacities(Map<String, DeviceCapacity> capacities, Sharing sharing, FieldPath at) {
    if (allPlain(capacities)) {
      return Violations.NONE;
    }
    return RuleChecks.keys(capacities, at, NameRules::qualifiedName)
        .and(
            RuleChecks.values(
                capacities,
                at,
                NameRules.QUALIFIED_MAX,
                (capacity, place) -> capacity(capacity, sharing, place)));
  }

  private static boolean allPlain(Map<String, DeviceCapacity> capacities) {
    for (var entry : capacities.entrySet()) {
      if (!Formats.isQualifiedName(entry.getKey(), NameRules.IDENTIFIER_MAX)
          || entry.getValue().requestPolicy().isPresent()) {
        return false;
      }
    }
    return true;
  }

  Violations capacity(DeviceCapacity capacity, Sharing sharing, FieldPath at) {
    if (capacity.requestPolicy().isEmpty()) {
      return Violations.NONE;
    }
    var place = at.child("requestPolicy");
    return switch (sharing) {
      case SHARED -> policies.policy(capacity.requestPolicy().get(), capacity.value(), place);
      case EXCLUSIVE ->
          Violations.of(
              Violation.forbidden(place, "allowMultipleAllocations must be true")
                  .by("dependentForbidden")
                  .hint("set allowMultipleAllocations: true on the device"));
    };
  }
}
