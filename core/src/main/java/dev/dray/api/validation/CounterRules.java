package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Formats;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.CounterValueFrom;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import dev.dray.api.validation.meta.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The rules for shared counters and the consumption of devices.
 *
 * <p>Whatever upstream accepts in a counter and Dray does not is refused only where it is new, so
 * that stored objects keep working.
 */
record CounterRules(RequestPolicyRules policies, SliceLimits limits) {
  static final int GROUPS_MAX = 2;

  Violations counterSet(CounterSet set, Stored stored, FieldPath at) {
    var counters = at.child("counters");
    var named = NameRules.requiredShortName(set.name(), at.child("name"));
    return named
        .and(names(set.counters(), set.includes(), counters))
        .and(contents(set.counters(), stored, counters, this::available));
  }

  Violations consumption(DeviceCounterConsumption consumption, Stored stored, FieldPath at) {
    var named = NameRules.requiredShortName(consumption.counterSet(), at.child("counterSet"));
    return named
        .and(names(consumption.counters(), consumption.includes(), at.child("counters")))
        .and(contents(consumption.counters(), stored, at.child("counters"), this::consumed));
  }

  /** Checks the counters of a mixin for counter sets. */
  Violations availableMixin(Map<String, Counter> counters, Stored stored, FieldPath at) {
    return mixinNames(counters, at).and(contents(counters, stored, at, this::available));
  }

  /** Checks the counters of a mixin for consumptions. */
  Violations consumedMixin(Map<String, Counter> counters, Stored stored, FieldPath at) {
    return mixinNames(counters, at).and(contents(counters, stored, at, this::consumed));
  }

  private static Violations mixinNames(Map<String, Counter> counters, FieldPath at) {
    return counters.isEmpty() ? RuleChecks.required(at) : keys(counters, at);
  }

  private Violations names(Map<String, Counter> counters, List<String> includes, FieldPath at) {
    if (counters.isEmpty()) {
      return includes.isEmpty() ? RuleChecks.required(at) : Violations.NONE;
    }
    return counters.size() > limits.counters()
        ? RuleChecks.tooMany(counters.size(), limits.counters(), at)
        : keys(counters, at);
  }

  private static Violations keys(Map<String, Counter> counters, FieldPath at) {
    for (var name : counters.keySet()) {
      if (!Formats.isDnsLabel(name)) {
        return RuleChecks.keys(counters, at, NameRules::shortName);
      }
    }
    return Violations.NONE;
  }

  private Violations contents(
      Map<String, Counter> counters,
      Stored stored,
      FieldPath at,
      BiFunction<Counter, FieldPath, Violations> rule) {
    if (stored == Stored.UNCHANGED || counters.size() > limits.counters() || allPlain(counters)) {
      return Violations.NONE;
    }
    List<Violation> found = new ArrayList<>(0);
    for (var entry : counters.entrySet()) {
      var place = RuleChecks.key(at, entry.getKey(), Formats.DNS_LABEL_MAX);
      rule.apply(entry.getValue(), place).forEach(found::add);
    }
    return Violations.of(found);
  }

  private static boolean allPlain(Map<String, Counter> counters) {
    for (var counter : counters.values()) {
      if (counter.value().isEmpty()
          || counter.value().get().sign() < 0
          || counter.valueFrom().isPresent()
          || counter.requestPolicy().isPresent()) {
        return false;
      }
    }
    return true;
  }

  private Violations available(Counter counter, FieldPath at) {
    var found =
        counter.valueFrom().isEmpty()
            ? Violations.NONE
            : Violations.of(
                Violation.forbidden(
                        at.child("valueFrom"), "a shared counter has a value of its own")
                    .hint("write valueFrom in the device's consumesCounters"));
    if (counter.value().isEmpty()) {
      return found.and(Violation.required(at.child("value"), ""));
    }
    var value = counter.value().get();
    found = found.and(notNegative(value, at.child("value")));
    return counter
        .requestPolicy()
        .map(policy -> policies.policy(policy, value, at.child("requestPolicy")))
        .map(found::and)
        .orElse(found);
  }

  private Violations consumed(Counter counter, FieldPath at) {
    var oneOf = "exactly one of `value` or `valueFrom` is required";
    if (counter.value().isPresent() && counter.valueFrom().isPresent()) {
      return Violations.of(
          Violation.invalidShown(at, "{value, valueFrom}", oneOf + ", but multiple fields are set")
              .by("union"));
    }
    if (counter.value().isEmpty() && counter.valueFrom().isEmpty()) {
      return Violations.of(Violation.required(at, oneOf).by("union"));
    }
    return counter
        .value()
        .map(value -> notNegative(value, at.child("value")))
        .orElse(Violations.NONE)
        .and(
            counter
                .valueFrom()
                .map(from -> valueFrom(from, at.child("valueFrom").child("capacityKey")))
                .orElse(Violations.NONE));
  }

  private static Violations valueFrom(CounterValueFrom from, FieldPath at) {
    return from.capacityKey().isEmpty()
        ? RuleChecks.required(at)
        : NameRules.qualifiedName(from.capacityKey(), at);
  }

  static Violations notNegative(Quantity value, FieldPath at) {
    return value.sign() >= 0
        ? Violations.NONE
        : Violations.of(
            Violation.invalid(at, value.toString(), RuleChecks.NOT_NEGATIVE).by("minimum"));
  }

  /** Checks the groups of one consumption, or the snapshot of them. */
  static Violations groups(List<String> groups, FieldPath at) {
    return RuleChecks.set(groups, GROUPS_MAX, at, NameRules::shortName, Function.identity());
  }
}
