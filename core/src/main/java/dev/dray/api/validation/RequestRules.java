package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.resource.claim.DeviceSubRequest;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import dev.dray.api.validation.meta.Stored;
import java.util.List;

/** The rules for the requests of one claim and their alternatives. */
record RequestRules(SelectorRules selectors, DerivedAttributeRules derived, Stored stored) {
  private static final int ALTERNATIVES_MAX = 8;
  private static final String ALL = "All";
  private static final String EXACT_COUNT = "ExactCount";
  private static final String ONE_OF = "exactly one of `exactly` or `firstAvailable` is required";

  Violations request(DeviceRequest request, FieldPath at) {
    return NameRules.dnsLabel(request.name(), at.child("name")).and(choice(request, at));
  }

  private Violations choice(DeviceRequest request, FieldPath at) {
    boolean ranked = !request.firstAvailable().isEmpty();
    if (request.exactly().isEmpty() && !ranked) {
      return Violations.of(
          Violation.required(at, ONE_OF)
              .by("union")
              .hint("put deviceClassName, selectors and the like under `exactly`"));
    }
    if (request.exactly().isPresent() && ranked) {
      return Violations.of(
              Violation.invalidShown(at, "null", ONE_OF + ", but multiple fields are set")
                  .by("union"))
          .and(stored == Stored.UNCHANGED ? Violations.NONE : declared(request, at));
    }
    return request
        .exactly()
        .map(exactly -> exactly(exactly, request.name(), at.child("exactly")))
        .orElseGet(() -> alternatives(request, at.child("firstAvailable")));
  }

  private Violations alternatives(DeviceRequest request, FieldPath at) {
    return RuleChecks.set(
        request.firstAvailable(),
        ALTERNATIVES_MAX,
        at,
        (alternative, place) -> alternative(alternative, request.name(), place),
        DeviceSubRequest::name);
  }

  private Violations exactly(ExactDeviceRequest request, String name, FieldPath at) {
    return deviceClass(request.deviceClassName(), at.child("deviceClassName"))
        .and(selectors.selectors(request.selectors(), at.child("selectors")))
        .and(derived.attributes(request.derivedAttributes(), name, at.child("derivedAttributes")))
        .and(mode(request.allocationMode(), request.count(), at))
        .and(
            Violations.each(request.tolerations(), at.child("tolerations"), TaintRules::toleration))
        .and(request.capacity().map(each -> capacity(each, at)).orElse(Violations.NONE));
  }

  private Violations alternative(DeviceSubRequest request, String parent, FieldPath at) {
    return NameRules.dnsLabel(request.name(), at.child("name"))
        .and(alternativeClass(request.deviceClassName(), at.child("deviceClassName")))
        .and(selectors.selectors(request.selectors(), at.child("selectors")))
        .and(
            derived.attributes(
                request.derivedAttributes(),
                parent + "/" + request.name(),
                at.child("derivedAttributes")))
        .and(mode(request.allocationMode(), request.count(), at))
        .and(
            Violations.each(request.tolerations(), at.child("tolerations"), TaintRules::toleration))
        .and(request.capacity().map(each -> capacity(each, at)).orElse(Violations.NONE));
  }

  private static Violations deviceClass(String name, FieldPath at) {
    return name.isEmpty() ? RuleChecks.required(at) : NameRules.dnsSubdomain(name, at);
  }

  private static Violations alternativeClass(String name, FieldPath at) {
    return name.isEmpty() ? RuleChecks.required(at) : NameRules.longName(name, at);
  }

  private static Violations mode(String mode, long count, FieldPath at) {
    var place = at.child("count");
    return switch (mode) {
      case ALL ->
          count == 0
              ? Violations.NONE
              : Violations.of(
                  Violation.invalid(
                          place, count, "must not be specified when allocationMode is 'All'")
                      .by("dependentForbidden"));
      case EXACT_COUNT ->
          count > 0
              ? Violations.NONE
              : Violations.of(
                  Violation.invalid(place, count, "must be greater than zero").by("minimum"));
      default -> knownMode(mode, at);
    };
  }

  private static Violations knownMode(String mode, FieldPath at) {
    return RuleChecks.oneOf(mode, at.child("allocationMode"), List.of(ALL, EXACT_COUNT));
  }

  /**
   * Checks the requested capacities. Upstream checks nothing here, and a malformed name can never
   * be satisfied.
   */
  private Violations capacity(CapacityRequirements capacity, FieldPath at) {
    if (stored == Stored.UNCHANGED) {
      return Violations.NONE;
    }
    var place = at.child("capacity").child("requests");
    return RuleChecks.keys(capacity.requests(), place, NameRules::qualifiedName)
        .and(
            RuleChecks.<Quantity>values(
                capacity.requests(), place, NameRules.QUALIFIED_MAX, CounterRules::notNegative));
  }

  /**
   * Checks a request that has both {@code exactly} and {@code firstAvailable}: it gets only those
   * checks that upstream makes of each by itself.
   */
  private static Violations declared(DeviceRequest request, FieldPath at) {
    return request
        .exactly()
        .map(exactly -> declared(exactly, at.child("exactly")))
        .orElse(Violations.NONE)
        .and(
            RuleChecks.set(
                request.firstAvailable(),
                ALTERNATIVES_MAX,
                at.child("firstAvailable"),
                RequestRules::declared,
                DeviceSubRequest::name));
  }

  private static Violations declared(ExactDeviceRequest request, FieldPath at) {
    return declaredMode(request.allocationMode(), at)
        .and(selectorCount(request.selectors().size(), at))
        .and(
            Violations.each(
                request.tolerations(), at.child("tolerations"), TaintRules::declaredToleration))
        .and(
            DerivedAttributeRules.declared(
                request.derivedAttributes(), at.child("derivedAttributes")));
  }

  private static Violations declared(DeviceSubRequest request, FieldPath at) {
    return alternativeClass(request.deviceClassName(), at.child("deviceClassName"))
        .and(declaredMode(request.allocationMode(), at))
        .and(selectorCount(request.selectors().size(), at))
        .and(
            Violations.each(
                request.tolerations(), at.child("tolerations"), TaintRules::declaredToleration))
        .and(
            DerivedAttributeRules.declared(
                request.derivedAttributes(), at.child("derivedAttributes")));
  }

  private static Violations selectorCount(int selectors, FieldPath at) {
    return RuleChecks.tooMany(selectors, SelectorRules.SELECTORS_MAX, at.child("selectors"));
  }

  private static Violations declaredMode(String mode, FieldPath at) {
    return mode.isEmpty() ? Violations.NONE : knownMode(mode, at);
  }
}
