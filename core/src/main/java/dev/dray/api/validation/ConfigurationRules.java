package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Formats;
import dev.dray.api.meta.RawJson;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.claim.OpaqueDeviceConfiguration;
import dev.dray.api.validation.meta.JsonSyntax;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import dev.dray.api.validation.meta.Stored;
import java.util.Optional;

/** The rules for driver configuration, whose content only drivers understand. */
final class ConfigurationRules {
  static final int JSON_MAX = 10 * 1024;

  private ConfigurationRules() {}

  static Violations opaque(
      Optional<OpaqueDeviceConfiguration> opaque, Stored stored, FieldPath at) {
    var place = at.child("opaque");
    return opaque
        .map(
            configuration ->
                NameRules.configuredDriverName(configuration.driver(), place.child("driver"))
                    .and(json(configuration.parameters(), stored, place.child("parameters"))))
        .orElseGet(() -> RuleChecks.required(place));
  }

  /** Checks that it is a JSON object; a stored one may be larger than is allowed now. */
  static Violations json(RawJson json, Stored stored, FieldPath at) {
    if (json.isAbsent()) {
      return RuleChecks.required(at);
    }
    if (stored == Stored.NEW && Formats.longerThan(json.text(), JSON_MAX)) {
      return Violations.of(Violation.tooLong(at, JSON_MAX));
    }
    return switch (JsonSyntax.of(json.text())) {
      case JsonSyntax.Wrong(var message) -> invalid(at, "error parsing data as JSON: " + message);
      case JsonSyntax.NullValue() -> RuleChecks.required(at);
      case JsonSyntax.OtherValue() -> invalid(at, "must be a valid JSON object");
      case JsonSyntax.ObjectValue() -> Violations.NONE;
    };
  }

  private static Violations invalid(FieldPath at, String detail) {
    return Violations.of(
        Violation.invalid(at, RuleChecks.OMITTED, detail).by("format=json-object"));
  }
}
