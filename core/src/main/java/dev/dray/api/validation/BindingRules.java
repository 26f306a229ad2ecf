package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;

/** The rules about preparing a device that slices and allocation results share. */
final class BindingRules {
  private static final int CONDITIONS_MAX = 4;
  private static final String PREPARE = "NodePrepareResources";
  private static final String UNPREPARE = "NodeUnprepareResources";
  private static final String ALL = "*";
  private static final List<String> OPERATIONS = List.of(ALL, PREPARE, UNPREPARE);

  private BindingRules() {}

  /** Checks the conditions that a device must meet, or by which it fails, before a pod is bound. */
  static Violations conditions(List<String> binding, List<String> failure, FieldPath at) {
    if (binding.isEmpty() && failure.isEmpty()) {
      return Violations.NONE;
    }
    var bindingAt = at.child("bindingConditions");
    var failureAt = at.child("bindingFailureConditions");
    return RuleChecks.list(binding, CONDITIONS_MAX, bindingAt, NameRules::labelKey)
        .and(RuleChecks.list(failure, CONDITIONS_MAX, failureAt, NameRules::labelKey))
        .and(RuleChecks.unique(binding, bindingAt, Function.identity()))
        .and(RuleChecks.unique(failure, failureAt, Function.identity()))
        .and(overlap(binding, failure, failureAt))
        .and(both(binding, failure, bindingAt, failureAt));
  }

  private static Violations overlap(List<String> binding, List<String> failure, FieldPath at) {
    var taken = new HashSet<>(binding);
    return Violations.each(
        failure,
        at,
        (condition, place) ->
            taken.contains(condition)
                ? Violations.of(
                    Violation.invalid(
                            place,
                            condition,
                            "bindingFailureConditions must not overlap with bindingConditions")
                        .by("disjoint"))
                : Violations.NONE);
  }

  private static Violations both(
      List<String> binding, List<String> failure, FieldPath bindingAt, FieldPath failureAt) {
    if (binding.isEmpty()) {
      return Violations.of(
          Violation.invalidShown(
                  bindingAt,
                  "null",
                  "bindingConditions are required to use bindingFailureConditions")
              .by("dependentRequired"));
    }
    return failure.isEmpty()
        ? Violations.of(
            Violation.invalidShown(
                    failureAt,
                    "null",
                    "bindingFailureConditions are required to use bindingConditions")
                .by("dependentRequired"))
        : Violations.NONE;
  }

  /** Checks skipped operations; those in {@code stored} were accepted before. */
  static Violations skippedOperations(List<String> skipped, List<String> stored, FieldPath at) {
    if (skipped.isEmpty()) {
      return Violations.NONE;
    }
    var known =
        skipped.equals(stored)
            ? Violations.NONE
            : RuleChecks.unique(skipped, at, Function.identity())
                .and(
                    Violations.each(
                        skipped,
                        at,
                        (operation, place) ->
                            stored.contains(operation)
                                ? Violations.NONE
                                : RuleChecks.oneOf(operation, place, OPERATIONS)));
    boolean onlyPrepare =
        skipped.contains(PREPARE) && !skipped.contains(UNPREPARE) && !skipped.contains(ALL);
    return onlyPrepare
        ? known.and(
            Violation.invalid(
                    at,
                    skipped,
                    "NodePrepareResources cannot be skipped unless NodeUnprepareResources is also"
                        + " skipped")
                .by("dependentRequired"))
        : known;
  }
}
