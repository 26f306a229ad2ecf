package dev.dray.api.validation.meta;

import dev.dray.api.meta.Condition;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import java.time.Instant;
import java.util.List;

/** The rules for the conditions of a status. */
public final class ConditionRules {
  private static final List<String> STATUSES = List.of("False", "True", "Unknown");
  private static final int REASON_MAX = 1024;
  private static final int MESSAGE_MAX = 32 * 1024;

  /** The instant that is upstream's zero time. */
  private static final Instant NO_TIME = Instant.parse("0001-01-01T00:00:00Z");

  private ConditionRules() {}

  /** Checks every condition, however many there are: the limits of callers come on top. */
  public static Violations conditions(List<Condition> conditions, FieldPath at) {
    return RuleChecks.unique(conditions, at, Condition::type)
        .and(Violations.each(conditions, at, ConditionRules::condition));
  }

  private static Violations condition(Condition condition, FieldPath at) {
    return type(condition.type(), at.child("type"))
        .and(status(condition.status(), at.child("status")))
        .and(observed(condition.observedGeneration(), at.child("observedGeneration")))
        .and(
            condition.lastTransitionTime().filter(time -> !time.equals(NO_TIME)).isPresent()
                ? Violations.NONE
                : RuleChecks.required(at.child("lastTransitionTime")))
        .and(reason(condition.reason(), at.child("reason")))
        .and(RuleChecks.maxBytes(condition.message(), MESSAGE_MAX, at.child("message")));
  }

  private static Violations type(String type, FieldPath at) {
    return type.isEmpty()
        ? Violations.of(Violation.required(at, "is required"))
        : NameRules.labelKey(type, at);
  }

  private static Violations status(String status, FieldPath at) {
    return status.isEmpty() ? RuleChecks.required(at) : RuleChecks.oneOf(status, at, STATUSES);
  }

  private static Violations observed(long generation, FieldPath at) {
    return generation >= 0
        ? Violations.NONE
        : Violations.of(
            Violation.invalid(at, generation, "must be greater than or equal to zero")
                .by("minimum"));
  }

  private static Violations reason(String reason, FieldPath at) {
    if (reason.isEmpty()) {
      return RuleChecks.required(at);
    }
    var length = RuleChecks.maxBytes(reason, REASON_MAX, at);
    return hasReasonForm(reason)
        ? length
        : Violations.of(
                Violation.invalid(at, reason, FormatWords.CONDITION_REASON)
                    .by("format=k8s-condition-reason"))
            .and(length);
  }

  private static boolean hasReasonForm(String reason) {
    for (int i = 0; i < reason.length(); i++) {
      char c = reason.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean word = letter || (c >= '0' && c <= '9') || c == '_';
      boolean last = i == reason.length() - 1;
      if (i == 0 ? !letter : !word && (last || (c != ',' && c != ':'))) {
        return false;
      }
    }
    return true;
  }
}
