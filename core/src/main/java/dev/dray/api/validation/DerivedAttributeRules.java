package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.api.resource.claim.DeviceConstraint;
import dev.dray.api.resource.claim.DeviceDerivedAttribute;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import dev.dray.api.validation.meta.Stored;
import dev.dray.selector.Checked;
import dev.dray.selector.DeviceExpressions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rules for the derived attributes of one claim, whose expressions share one cost limit.
 *
 * <p>Used for one claim only, because it adds up the costs of the expressions.
 */
final class DerivedAttributeRules {
  private static final int ATTRIBUTES_MAX = 32;
  private static final String EVERY_REQUEST = "";

  private final DeviceExpressions expressions;
  private final Stored stored;

  /** The attributes that constraints compare, by request; used for lookups only. */
  private final Map<String, Set<String>> compared = new HashMap<>();

  private long cost;

  DerivedAttributeRules(DeviceClaim claim, DeviceExpressions expressions, Stored stored) {
    this.expressions = expressions;
    this.stored = stored;
    for (var constraint : claim.constraints()) {
      constraint
          .matchAttribute()
          .or(constraint::distinctAttribute)
          .ifPresent(attribute -> compare(attribute, constraint));
    }
  }

  private void compare(String attribute, DeviceConstraint constraint) {
    var requests = constraint.requests().isEmpty() ? List.of(EVERY_REQUEST) : constraint.requests();
    for (var request : requests) {
      compared.computeIfAbsent(request, _ -> new HashSet<>()).add(attribute);
    }
  }

  /** Checks the attributes of the request with this reference. */
  Violations attributes(List<DeviceDerivedAttribute> attributes, String request, FieldPath at) {
    return RuleChecks.set(
        attributes,
        stored == Stored.UNCHANGED ? Integer.MAX_VALUE : ATTRIBUTES_MAX,
        at,
        (attribute, place) -> attribute(attribute, request, place),
        DeviceDerivedAttribute::name);
  }

  private Violations attribute(DeviceDerivedAttribute attribute, String request, FieldPath at) {
    var found = stored == Stored.UNCHANGED ? Violations.NONE : declared(attribute, at);
    if (!attribute.name().isEmpty() && !isCompared(attribute.name(), request)) {
      found =
          found.and(
              Violation.invalid(
                      at.child("name"),
                      attribute.name(),
                      "must be referenced by at least one matchAttribute or distinctAttribute"
                          + " constraint targeting this request")
                  .by("reference"));
    }
    return attribute.expression().isEmpty()
        ? found
        : found.and(expression(attribute.expression(), at.child("expression")));
  }

  /** Checks what is also checked in a request that is invalid as a whole. */
  static Violations declared(List<DeviceDerivedAttribute> attributes, FieldPath at) {
    return RuleChecks.list(attributes, ATTRIBUTES_MAX, at, DerivedAttributeRules::declared);
  }

  private static Violations declared(DeviceDerivedAttribute attribute, FieldPath at) {
    var name = at.child("name");
    return (attribute.name().isEmpty()
            ? RuleChecks.required(name)
            : NameRules.fullyQualifiedName(attribute.name(), name))
        .and(
            attribute.expression().isEmpty()
                ? RuleChecks.required(at.child("expression"))
                : Violations.NONE);
  }

  private boolean isCompared(String attribute, String request) {
    int slash = request.indexOf('/');
    return isComparedIn(EVERY_REQUEST, attribute)
        || isComparedIn(request, attribute)
        || (slash >= 0 && isComparedIn(request.substring(0, slash), attribute));
  }

  private boolean isComparedIn(String request, String attribute) {
    return compared.getOrDefault(request, Set.of()).contains(attribute);
  }

  private Violations expression(String expression, FieldPath at) {
    var length = RuleChecks.maxBytes(expression, DeviceExpressions.MAX_BYTES, at);
    if (!length.isEmpty()) {
      return length;
    }
    return switch (expressions.derivedAttribute(expression)) {
      case Checked.Accepted accepted -> {
        // A sum that overflows is above every limit as well.
        cost = saturatedSum(cost, accepted.maxCost());
        yield SelectorRules.cost(accepted, at);
      }
      case Checked.Refused refused -> SelectorRules.refused(refused, expression, at);
    };
  }

  private static long saturatedSum(long left, long right) {
    long sum = left + right;
    return sum < left ? Long.MAX_VALUE : sum;
  }

  /** Checks the cost of all expressions together; called last. */
  Violations total(FieldPath at) {
    return cost > DeviceExpressions.COST_LIMIT
        ? Violations.of(
            Violation.forbidden(
                    at,
                    "too complex, total cost of derived attribute CEL expressions in the claim"
                        + " exceeds cost limit")
                .by("celCost"))
        : Violations.NONE;
  }
}
