package dev.dray.api.validation;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.device.CapacityRequestPolicy;
import dev.dray.api.resource.device.CapacityRequestPolicyRange;
import dev.dray.api.validation.meta.RuleChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The rules for request policies, of a capacity or of a shared counter. */
final class RequestPolicyRules {
  private static final int VALUES_MAX = 10;
  private static final Quantity LONG_MAX = Quantity.of(Long.MAX_VALUE, Quantity.Format.DECIMAL_SI);

  private final Fractions fractions;

  /** The precision of comparisons: exact, or rounded up to whole units. */
  private enum Fractions {
    EXACT,
    ROUNDED_UP
  }

  RequestPolicyRules(Gates gates) {
    this.fractions =
        gates.enabled(Gate.DRA_FRACTIONAL_CAPACITY_RANGE) ? Fractions.EXACT : Fractions.ROUNDED_UP;
  }

  /** Checks the policy of something whose total amount is {@code whole}. */
  Violations policy(CapacityRequestPolicy policy, Quantity whole, FieldPath at) {
    var found = upstream(policy, whole, at);
    return found.isEmpty() ? amounts(policy, whole, at) : found;
  }

  /** Checks the amounts: upstream accepts some that would fail every allocation, or fit nowhere. */
  private static Violations amounts(CapacityRequestPolicy policy, Quantity whole, FieldPath at) {
    var found =
        Violations.each(policy.validValues(), at.child("validValues"), CounterRules::notNegative);
    if (!found.isEmpty() || policy.defaultValue().isEmpty()) {
      return found;
    }
    var preset = policy.defaultValue().get();
    var place = at.child("default");
    return preset.compareTo(whole) > 0
        ? Violations.of(
            invalid(place, preset, "default is larger than capacity value: " + whole, "maximum"))
        : CounterRules.notNegative(preset, place);
  }

  private Violations upstream(CapacityRequestPolicy policy, Quantity whole, FieldPath at) {
    boolean values = !policy.validValues().isEmpty();
    if (values && policy.validRange().isPresent()) {
      return Violations.of(
          Violation.forbidden(
                  at,
                  "exactly one policy can be specified, cannot specify \"validValues\" and"
                      + " \"validRange\" at the same time")
              .by("union"));
    }
    if (values) {
      return policy
          .defaultValue()
          .map(preset -> values(policy.validValues(), preset, whole, at.child("validValues")))
          .orElseGet(() -> noDefault("validValues", at));
    }
    if (policy.validRange().isEmpty()) {
      return Violations.NONE;
    }
    var range = policy.validRange().get();
    return policy
        .defaultValue()
        .map(preset -> range(range, preset, whole, at.child("validRange")))
        .orElseGet(() -> noDefault("validRange", at));
  }

  private static Violations noDefault(String field, FieldPath at) {
    return Violations.of(
        Violation.required(at.child("default"), "required when " + field + " is defined"));
  }

  private Violations values(List<Quantity> values, Quantity preset, Quantity whole, FieldPath at) {
    var found = ascending(values, at);
    boolean tooMany = values.size() > VALUES_MAX;
    found =
        found.and(
            RuleChecks.set(
                values, VALUES_MAX, at, (value, place) -> option(value, whole, place), key()));
    boolean offered = !tooMany && values.stream().anyMatch(value -> value.compareTo(preset) == 0);
    return offered
        ? found
        : found.and(
            invalid(
                at,
                preset,
                "default value is not valid according to the requestPolicy",
                "default"));
  }

  private Function<Quantity, Object> key() {
    return switch (fractions) {
      case EXACT -> value -> value;
      case ROUNDED_UP -> Quantity::value;
    };
  }

  private static Violations ascending(List<Quantity> values, FieldPath at) {
    List<Violation> found = new ArrayList<>(0);
    for (int i = 1; i < values.size(); i++) {
      if (values.get(i - 1).compareTo(values.get(i)) > 0) {
        found.add(
            invalid(
                at.index(i), values.get(i), "values must be sorted in ascending order", "sorted"));
      }
    }
    return Violations.of(found);
  }

  private static Violations option(Quantity option, Quantity whole, FieldPath at) {
    return option.compareTo(whole) > 0
        ? Violations.of(
            invalid(at, option, "option is larger than capacity value: " + whole, "maximum"))
        : Violations.NONE;
  }

  private Violations range(
      CapacityRequestPolicyRange range, Quantity preset, Quantity whole, FieldPath at) {
    if (range.min().isEmpty()) {
      return Violations.of(
          Violation.required(at.child("min"), "required when validRange is defined"));
    }
    var min = range.min().get();
    var found = bounds(range, min, preset, whole, at);
    boolean milli =
        fractions == Fractions.EXACT
            && (isFraction(preset)
                || isFraction(min)
                || range.max().filter(RequestPolicyRules::isFraction).isPresent()
                || range.step().filter(RequestPolicyRules::isFraction).isPresent());
    if (milli) {
      var unsafe = each(range, preset, at, RequestPolicyRules::fitsMilli);
      if (!unsafe.isEmpty()) {
        return found.and(unsafe);
      }
    }
    if (range.step().isEmpty()) {
      return found;
    }
    return found.and(milli ? milliStep(range, preset, whole, at) : step(range, preset, whole, at));
  }

  private static Violations bounds(
      CapacityRequestPolicyRange range,
      Quantity min,
      Quantity preset,
      Quantity whole,
      FieldPath at) {
    var found = Violations.NONE;
    if (min.compareTo(whole) > 0) {
      found =
          found.and(
              invalid(
                  at.child("min"), min, "min is larger than capacity value: " + whole, "maximum"));
    }
    if (preset.compareTo(min) < 0) {
      found =
          found.and(
              invalid(at.child("default"), preset, "default is less than min: " + min, "minimum"));
    }
    return range
        .max()
        .map(max -> upperBound(min, max, preset, whole, at))
        .map(found::and)
        .orElse(found);
  }

  private static Violations upperBound(
      Quantity min, Quantity max, Quantity preset, Quantity whole, FieldPath at) {
    var found = Violations.NONE;
    if (min.compareTo(max) > 0) {
      found = found.and(invalid(at.child("max"), min, "min is larger than max: " + max, "minimum"));
    }
    if (max.compareTo(whole) > 0) {
      found =
          found.and(
              invalid(
                  at.child("max"), max, "max is larger than capacity value: " + whole, "maximum"));
    }
    if (preset.compareTo(max) > 0) {
      found =
          found.and(
              invalid(at.child("default"), preset, "default is more than max: " + max, "maximum"));
    }
    return found;
  }

  private static Violations step(
      CapacityRequestPolicyRange range, Quantity preset, Quantity whole, FieldPath at) {
    var found = stepSize(range, whole, at);
    if (range.step().orElseThrow().sign() <= 0) {
      return found;
    }
    var unsafe = each(range, preset, at, RequestPolicyRules::fitsLong);
    return found.and(unsafe.isEmpty() ? multiples(range, preset, Quantity::value, at) : unsafe);
  }

  private static Violations milliStep(
      CapacityRequestPolicyRange range, Quantity preset, Quantity whole, FieldPath at) {
    var found = stepSize(range, whole, at);
    return range.step().orElseThrow().sign() <= 0
        ? found
        : found.and(multiples(range, preset, Quantity::milliValue, at));
  }

  private static Violations stepSize(
      CapacityRequestPolicyRange range, Quantity whole, FieldPath at) {
    var step = range.step().orElseThrow();
    var place = at.child("step");
    if (step.sign() <= 0) {
      return Violations.of(invalid(place, step, "must be greater than zero", "minimum"));
    }
    var first = range.min().orElseThrow().add(step);
    return first.compareTo(whole) > 0
        ? Violations.of(
            invalid(
                place,
                step,
                "one step %s is larger than capacity value: %s".formatted(first, whole),
                "maximum"))
        : Violations.NONE;
  }

  private static Violations multiples(
      CapacityRequestPolicyRange range,
      Quantity preset,
      ToLongFunction<Quantity> measure,
      FieldPath at) {
    var found = multiple(preset, range, measure, at.child("step"));
    return range
        .max()
        .map(max -> found.and(multiple(max, range, measure, at.child("step"))))
        .orElse(found);
  }

  private static Violations multiple(
      Quantity value,
      CapacityRequestPolicyRange range,
      ToLongFunction<Quantity> measure,
      FieldPath at) {
    var min = range.min().orElseThrow();
    var step = range.step().orElseThrow();
    // The remainders are compared and not the distance taken, which need not fit into a long.
    long modulus = measure.applyAsLong(step);
    return Math.floorMod(measure.applyAsLong(value), modulus)
            == Math.floorMod(measure.applyAsLong(min), modulus)
        ? Violations.NONE
        : Violations.of(
            invalid(
                at,
                value,
                "value is not a multiple of a given step (%s) from (%s)".formatted(step, min),
                "multipleOf"));
  }

  /** A test of one amount of a range. */
  private interface AmountRule {
    Optional<Violation> check(Quantity amount, FieldPath at);
  }

  private static Violations each(
      CapacityRequestPolicyRange range, Quantity preset, FieldPath at, AmountRule rule) {
    List<Violation> found = new ArrayList<>(0);
    rule.check(preset, at.child("default")).ifPresent(found::add);
    range.min().flatMap(min -> rule.check(min, at.child("min"))).ifPresent(found::add);
    range.max().flatMap(max -> rule.check(max, at.child("max"))).ifPresent(found::add);
    range.step().flatMap(step -> rule.check(step, at.child("step"))).ifPresent(found::add);
    return Violations.of(found);
  }

  private static Optional<Violation> fitsMilli(Quantity amount, FieldPath at) {
    return amount.exactMilli().isPresent()
        ? Optional.empty()
        : Optional.of(
            invalid(at, amount, "value cannot be represented as a milli value", "format=milli"));
  }

  private static Optional<Violation> fitsLong(Quantity amount, FieldPath at) {
    if (amount.sign() < 0) {
      return Optional.of(invalid(at, amount, RuleChecks.NOT_NEGATIVE, "minimum"));
    }
    return amount.compareTo(LONG_MAX) > 0
        ? Optional.of(invalid(at, amount, "must not be larger than 9223372036854775807", "maximum"))
        : Optional.empty();
  }

  private static boolean isFraction(Quantity amount) {
    return amount.toBigDecimal().stripTrailingZeros().scale() > 0;
  }

  private static Violation invalid(FieldPath at, Quantity value, String detail, String rule) {
    return Violation.invalid(at, value.toString(), detail).by(rule);
  }
}
