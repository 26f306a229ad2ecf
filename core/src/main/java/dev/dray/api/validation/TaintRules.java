package dev.dray.api.validation;

import dev.dray.api.meta.Condition;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.DeviceTaintRuleSpec;
import dev.dray.api.resource.DeviceTaintSelector;
import dev.dray.api.resource.claim.DeviceToleration;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.api.validation.meta.ConditionRules;
import dev.dray.api.validation.meta.MetadataRules;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import java.util.List;

/** The rules for taints, tolerations, and DeviceTaintRules. */
final class TaintRules {
  private static final List<String> EFFECTS = List.of("NoExecute", "NoSchedule", "None");
  private static final List<String> OPERATORS = List.of("Equal", "Exists");
  private static final int CONDITIONS_MAX = 8;
  private static final FieldPath SPEC = FieldPath.of("spec");

  private TaintRules() {}

  static Violations create(DeviceTaintRule rule) {
    return MetadataRules.create(rule.metadata(), rule.kind())
        .and(spec(rule.spec()))
        .and(effect(rule.spec().taint(), SPEC.child("taint")));
  }

  static Violations update(DeviceTaintRule rule, DeviceTaintRule old) {
    var found =
        MetadataRules.update(rule.metadata(), old.metadata(), rule.kind()).and(spec(rule.spec()));
    // Admission takes the status from the stored object; this would reveal if it ever did not.
    if (!rule.status().equals(old.status())) {
      found = found.and(conditions(rule.status().conditions()));
    }
    // An effect of a newer version may be stored here; it must not block other changes.
    return rule.spec().taint().effect().equals(old.spec().taint().effect())
        ? found
        : found.and(effect(rule.spec().taint(), SPEC.child("taint")));
  }

  static Violations updateStatus(DeviceTaintRule rule, DeviceTaintRule old) {
    return MetadataRules.update(rule.metadata(), old.metadata(), rule.kind())
        .and(conditions(rule.status().conditions()));
  }

  private static Violations conditions(List<Condition> conditions) {
    var at = FieldPath.of("status", "conditions");
    return ConditionRules.conditions(conditions, at)
        .and(RuleChecks.tooMany(conditions.size(), CONDITIONS_MAX, at));
  }

  private static Violations spec(DeviceTaintRuleSpec spec) {
    return spec.deviceSelector()
        .map(selector -> selector(selector, SPEC.child("deviceSelector")))
        .orElse(Violations.NONE)
        .and(keyAndValue(spec.taint(), SPEC.child("taint")));
  }

  private static Violations selector(DeviceTaintSelector selector, FieldPath at) {
    return selector
        .driver()
        .map(driver -> NameRules.driverName(driver, at.child("driver")))
        .orElse(Violations.NONE)
        .and(
            selector
                .pool()
                .map(pool -> NameRules.poolName(pool, at.child("pool")))
                .orElse(Violations.NONE))
        .and(
            selector
                .device()
                .map(device -> NameRules.dnsLabel(device, at.child("device")))
                .orElse(Violations.NONE));
  }

  static Violations keyAndValue(DeviceTaint taint, FieldPath at) {
    return NameRules.labelKey(taint.key(), at.child("key"))
        .and(NameRules.labelValue(taint.value(), at.child("value")));
  }

  static Violations effect(DeviceTaint taint, FieldPath at) {
    var effect = at.child("effect");
    return taint.effect().isEmpty()
        ? RuleChecks.required(effect)
        : RuleChecks.oneOf(taint.effect(), effect, EFFECTS);
  }

  static Violations toleration(DeviceToleration toleration, FieldPath at) {
    return declaredToleration(toleration, at).and(tolerationValue(toleration, at.child("value")));
  }

  /** Checks what is also checked in a request that is invalid as a whole. */
  static Violations declaredToleration(DeviceToleration toleration, FieldPath at) {
    var key =
        toleration.key().isEmpty()
            ? Violations.NONE
            : NameRules.labelKey(toleration.key(), at.child("key"));
    var operator = at.child("operator");
    return key.and(
            toleration.operator().isEmpty()
                ? RuleChecks.required(operator)
                : RuleChecks.oneOf(toleration.operator(), operator, OPERATORS))
        .and(
            toleration.effect().isEmpty()
                ? Violations.NONE
                : RuleChecks.oneOf(toleration.effect(), at.child("effect"), EFFECTS));
  }

  private static Violations tolerationValue(DeviceToleration toleration, FieldPath at) {
    return switch (toleration.operator()) {
      case "Exists" ->
          toleration.value().isEmpty()
              ? Violations.NONE
              : Violations.of(
                  Violation.invalid(at, toleration.value(), "must be empty for operator `Exists`")
                      .by("dependentForbidden"));
      case "Equal" -> NameRules.labelValue(toleration.value(), at);
      default -> Violations.NONE;
    };
  }
}
