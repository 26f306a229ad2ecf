package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.validation.meta.RuleChecks;
import dev.dray.selector.Checked;
import dev.dray.selector.DeviceExpressions;
import java.util.List;

/** The rules for CEL selectors: of requests, of classes, and of patches. */
record SelectorRules(DeviceExpressions expressions) {
  static final int SELECTORS_MAX = 32;

  private static final String TOO_COMPLEX = "too complex, exceeds cost limit";

  Violations selectors(List<DeviceSelector> selectors, FieldPath at) {
    return RuleChecks.list(selectors, SELECTORS_MAX, at, this::selector);
  }

  /** Checks selectors whose expressions were compiled when they were stored. */
  Violations storedSelectors(List<DeviceSelector> selectors, FieldPath at) {
    return RuleChecks.list(
        selectors,
        SELECTORS_MAX,
        at,
        (selector, place) ->
            selector.cel().isPresent() ? Violations.NONE : RuleChecks.required(place.child("cel")));
  }

  private Violations selector(DeviceSelector selector, FieldPath at) {
    if (selector.cel().isEmpty()) {
      return RuleChecks.required(at.child("cel"));
    }
    var expression = selector.cel().get().expression();
    var place = at.child("cel").child("expression");
    var length = RuleChecks.maxBytes(expression, DeviceExpressions.MAX_BYTES, place);
    if (!length.isEmpty()) {
      return length;
    }
    return switch (expressions.selector(expression)) {
      case Checked.Accepted accepted -> cost(accepted, place);
      case Checked.Refused refused -> refused(refused, expression, place);
    };
  }

  static Violations cost(Checked.Accepted accepted, FieldPath at) {
    return accepted.maxCost() > DeviceExpressions.COST_LIMIT
        ? Violations.of(Violation.forbidden(at, TOO_COMPLEX).by("celCost"))
        : Violations.NONE;
  }

  static Violations refused(Checked.Refused refused, String expression, FieldPath at) {
    var violation =
        switch (refused.reason()) {
          case INVALID -> Violation.invalid(at, expression, refused.message()).by("cel");
          case INTERNAL -> Violation.internal(at, refused.message()).by("cel");
        };
    return Violations.of(refused.hint().map(violation::hint).orElse(violation));
  }
}
