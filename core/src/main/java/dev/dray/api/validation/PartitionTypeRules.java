package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.DeviceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;

/** The rules for the attribute by which the partitions of a slice are counted. */
final class PartitionTypeRules {
  private PartitionTypeRules() {}

  /** Checks that every device that consumes counters has the attribute, as a string. */
  static Violations partitions(
      String name, ResourceSliceSpec spec, DeviceMixins effective, FieldPath at) {
    if (spec.devices().stream().allMatch(device -> device.consumesCounters().isEmpty())) {
      return Violations.of(
          Violation.invalid(
                  at.child("partitionTypeAttribute"),
                  name,
                  "may only be set on a slice which declares devices that consume counters")
              .by("dependentRequired"));
    }
    // No device can have an attribute of a malformed name; that it is malformed is reported
    // elsewhere.
    if (!NameRules.domainQualifiedName(name, at).isEmpty()) {
      return Violations.NONE;
    }
    var spelling = QualifiedName.of(name, spec.driver());
    return Violations.each(
        spec.devices(),
        at.child("devices"),
        (device, place) ->
            device.consumesCounters().isEmpty()
                ? Violations.NONE
                : partition(device, spelling, effective, place));
  }

  private static Violations partition(
      Device device, QualifiedName name, DeviceMixins effective, FieldPath at) {
    var attribute = effective.attribute(device, name);
    if (attribute.filter(PartitionTypeRules::hasString).isPresent()) {
      return Violations.NONE;
    }
    var place = at.child("attributes").key(name.qualified());
    return attribute.isEmpty()
        ? Violations.of(
            Violation.required(
                    place,
                    "device consumes counters and `partitionTypeAttribute` names this attribute, so"
                        + " it must be set")
                .by("dependentRequired"))
        : Violations.of(
            Violation.invalidShown(
                    place,
                    RuleChecks.OMITTED,
                    "must be a string value because `partitionTypeAttribute` names this attribute")
                .by("partitionType"));
  }

  private static boolean hasString(DeviceAttribute attribute) {
    return switch (attribute) {
      case DeviceAttribute.StringValue _ -> true;
      case DeviceAttribute.Malformed(var values) ->
          values.stream().anyMatch(PartitionTypeRules::hasString);
      case DeviceAttribute.Single _, DeviceAttribute.Listed _, DeviceAttribute.NullValue _ -> false;
    };
  }
}
