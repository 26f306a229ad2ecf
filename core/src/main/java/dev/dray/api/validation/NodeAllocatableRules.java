package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.device.NodeAllocatableMapping;
import dev.dray.api.resource.device.NodeAllocatableOverhead;
import dev.dray.api.resource.device.NodeAllocatableResource;
import dev.dray.api.validation.meta.Stored;
import java.util.function.Predicate;

/** The rules for the node resources that allocating a device takes. */
final class NodeAllocatableRules {
  private static final String FIELDS = "`capacityKey`, `deviceMultiplier`";

  private NodeAllocatableRules() {}

  /**
   * Checks the amount of one resource, for a device with the capacities that {@code known} accepts.
   */
  static Violations resource(
      String name,
      NodeAllocatableResource resource,
      Predicate<String> known,
      Stored devices,
      FieldPath at) {
    var found =
        isNodeAllocatable(name)
            ? Violations.NONE
            : Violations.of(
                Violation.invalid(at, name, "must be a node allocatable resource name").by("enum"));
    if (resource.mapping().isEmpty() && resource.overhead().isEmpty()) {
      found = found.and(Violation.required(at, "at least one of mapping or overhead must be set"));
    }
    return found
        .and(
            resource
                .mapping()
                .map(mapping -> mapping(mapping, known, devices, at.child("mapping")))
                .orElse(Violations.NONE))
        .and(
            resource
                .overhead()
                .map(overhead -> overhead(overhead, at.child("overhead")))
                .orElse(Violations.NONE));
  }

  private static boolean isNodeAllocatable(String name) {
    return name.equals("cpu") || name.equals("memory") || name.startsWith("hugepages-");
  }

  private static Violations mapping(
      NodeAllocatableMapping mapping, Predicate<String> known, Stored devices, FieldPath at) {
    var multiplier = at.child("capacityMultiplier");
    var found =
        mapping
            .capacityKey()
            .map(key -> capacityKey(key, known, at.child("capacityKey")))
            .orElse(Violations.NONE);
    if (mapping.capacityKey().isPresent()) {
      found =
          found.and(
              mapping
                  .capacityMultiplier()
                  .map(value -> positive(value, multiplier))
                  .orElseGet(() -> dependent(at, "capacityMultiplier", "capacityKey")));
    } else if (mapping.capacityMultiplier().isPresent()) {
      found = found.and(dependent(at, "capacityKey", "capacityMultiplier"));
    }
    found =
        found.and(
            mapping
                .deviceMultiplier()
                .map(value -> positive(value, at.child("deviceMultiplier")))
                .orElse(Violations.NONE));
    return devices == Stored.UNCHANGED ? found : found.and(union(mapping, at));
  }

  private static Violations capacityKey(String key, Predicate<String> known, FieldPath at) {
    if (key.isEmpty()) {
      return Violations.of(
          Violation.invalid(at, "", "capacityKey must not be an empty string").by("minLength"));
    }
    return known.test(key) ? Violations.NONE : Violations.of(Violation.notFound(at, key));
  }

  private static Violations dependent(FieldPath at, String field, String other) {
    return Violations.of(
        Violation.required(at.child(field), field + " is required when " + other + " is set")
            .by("dependentRequired"));
  }

  private static Violations union(NodeAllocatableMapping mapping, FieldPath at) {
    boolean key = mapping.capacityKey().isPresent();
    boolean multiplier = mapping.deviceMultiplier().isPresent();
    if (key != multiplier) {
      return Violations.NONE;
    }
    return Violations.of(
        (key
                ? Violation.invalid(
                    at, "{capacityKey, deviceMultiplier}", "must specify exactly one of: " + FIELDS)
                : Violation.invalid(at, "", "must specify one of: " + FIELDS))
            .by("union"));
  }

  private static Violations overhead(NodeAllocatableOverhead overhead, FieldPath at) {
    if (overhead.perPod().isEmpty() && overhead.perContainer().isEmpty()) {
      return Violations.of(
          Violation.invalid(at, "", "at least one of perPod or perContainer must be set")
              .by("minProperties"));
    }
    return overhead
        .perPod()
        .map(value -> notNegative(value, at.child("perPod")))
        .orElse(Violations.NONE)
        .and(
            overhead
                .perContainer()
                .map(value -> notNegative(value, at.child("perContainer")))
                .orElse(Violations.NONE));
  }

  private static Violations positive(Quantity value, FieldPath at) {
    return value.sign() > 0
        ? Violations.NONE
        : Violations.of(Violation.invalid(at, value.toString(), "must be positive").by("minimum"));
  }

  private static Violations notNegative(Quantity value, FieldPath at) {
    return value.sign() >= 0
        ? Violations.NONE
        : Violations.of(
            Violation.invalid(at, value.toString(), "must be non-negative").by("minimum"));
  }
}
