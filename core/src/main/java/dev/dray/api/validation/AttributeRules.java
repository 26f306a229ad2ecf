package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Formats;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The rules for attribute values: of devices, of mixins, and of patches. */
final class AttributeRules {
  static final int VALUE_MAX = 64;

  private static final String SLICE_FIELDS =
      "`int`, `bool`, `string`, `version`, `ints`, `bools`, `strings`, `versions`";
  private static final String SEMVER = "must be a string compatible with semver.org spec 2.0.0";

  /** The object that an attribute is in: only a patch may have {@code null}. */
  enum Place {
    SLICE(SLICE_FIELDS),
    PATCH(SLICE_FIELDS + ", `null`");

    private final String fields;

    Place(String fields) {
      this.fields = fields;
    }
  }

  private AttributeRules() {}

  /** Checks the keys and values of the attributes of a slice. */
  static Violations attributes(Map<String, DeviceAttribute> attributes, FieldPath at) {
    // Nearly every slice is valid, and then no path is needed.
    return allFine(attributes)
        ? Violations.NONE
        : RuleChecks.keys(attributes, at, NameRules::qualifiedName)
            .and(
                RuleChecks.values(
                    attributes,
                    at,
                    NameRules.QUALIFIED_MAX,
                    (attribute, place) -> attribute(attribute, Place.SLICE, place)));
  }

  private static boolean allFine(Map<String, DeviceAttribute> attributes) {
    for (var entry : attributes.entrySet()) {
      if (!Formats.isQualifiedName(entry.getKey(), NameRules.IDENTIFIER_MAX)
          || !isFine(entry.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isFine(DeviceAttribute attribute) {
    return switch (attribute) {
      case DeviceAttribute.IntValue _, DeviceAttribute.BoolValue _ -> true;
      case DeviceAttribute.StringValue(var value) -> !Formats.longerThan(value, VALUE_MAX);
      case DeviceAttribute.VersionValue(var value) ->
          value.length() <= VALUE_MAX && Formats.isSemanticVersion(value);
      case DeviceAttribute.IntValues(var values) -> !values.isEmpty();
      case DeviceAttribute.BoolValues(var values) -> !values.isEmpty();
      case DeviceAttribute.StringValues _,
          DeviceAttribute.VersionValues _,
          DeviceAttribute.NullValue _,
          DeviceAttribute.Malformed _ ->
          false;
    };
  }

  static Violations attribute(DeviceAttribute attribute, Place where, FieldPath at) {
    return value(attribute, at).and(union(attribute, where, at));
  }

  private static Violations value(DeviceAttribute attribute, FieldPath at) {
    return switch (attribute) {
      case DeviceAttribute.IntValue _, DeviceAttribute.BoolValue _, DeviceAttribute.NullValue _ ->
          Violations.NONE;
      case DeviceAttribute.StringValue(var value) -> string(value, at.child("string"));
      case DeviceAttribute.VersionValue(var value) -> version(value, at.child("version"));
      case DeviceAttribute.IntValues(var values) -> notEmpty(values, at.child("ints"));
      case DeviceAttribute.BoolValues(var values) -> notEmpty(values, at.child("bools"));
      case DeviceAttribute.StringValues(var values) -> {
        var place = at.child("strings");
        yield notEmpty(values, place).and(Violations.each(values, place, AttributeRules::string));
      }
      case DeviceAttribute.VersionValues(var values) -> {
        var place = at.child("versions");
        yield notEmpty(values, place).and(Violations.each(values, place, AttributeRules::version));
      }
      case DeviceAttribute.Malformed(var values) -> {
        var found = Violations.NONE;
        for (var each : values) {
          found = found.and(value(each, at));
        }
        yield found;
      }
    };
  }

  private static Violations string(String value, FieldPath at) {
    return RuleChecks.maxBytes(value, VALUE_MAX, at);
  }

  private static Violations version(String value, FieldPath at) {
    var length = RuleChecks.maxBytes(value, VALUE_MAX, at);
    return Formats.isSemanticVersion(value)
        ? length
        : Violations.of(Violation.invalid(at, value, SEMVER).by("format=semver")).and(length);
  }

  private static Violations notEmpty(List<?> values, FieldPath at) {
    return values.isEmpty()
        ? Violations.of(
            Violation.invalidShown(at, "[]", "must not be empty if specified").by("minItems"))
        : Violations.NONE;
  }

  private static Violations union(DeviceAttribute attribute, Place where, FieldPath at) {
    var parts =
        attribute instanceof DeviceAttribute.Malformed(var values) ? values : List.of(attribute);
    // An empty list counts twice: as a field too many, and as no value at all.
    var set = parts.stream().filter(part -> isSet(part, where)).map(AttributeRules::field).toList();
    if (set.size() == 1 && parts.size() == 1) {
      return Violations.NONE;
    }
    var violation =
        set.isEmpty()
            ? Violation.invalid(at, "", "must specify one of: " + where.fields)
            : Violation.invalid(
                at,
                set.stream().collect(Collectors.joining(", ", "{", "}")),
                "must specify exactly one of: " + where.fields);
    return Violations.of(violation.by("union"));
  }

  private static boolean isSet(DeviceAttribute attribute, Place where) {
    return switch (attribute) {
      case DeviceAttribute.NullValue _ -> where == Place.PATCH;
      case DeviceAttribute.Listed _ -> attribute.size() > 0;
      case DeviceAttribute.Single _, DeviceAttribute.Malformed _ -> true;
    };
  }

  private static String field(DeviceAttribute attribute) {
    return switch (attribute) {
      case DeviceAttribute.IntValue _ -> "int";
      case DeviceAttribute.BoolValue _ -> "bool";
      case DeviceAttribute.StringValue _ -> "string";
      case DeviceAttribute.VersionValue _ -> "version";
      case DeviceAttribute.IntValues _ -> "ints";
      case DeviceAttribute.BoolValues _ -> "bools";
      case DeviceAttribute.StringValues _ -> "strings";
      case DeviceAttribute.VersionValues _ -> "versions";
      case DeviceAttribute.NullValue _ -> "null";
      case DeviceAttribute.Malformed _ -> "";
    };
  }

  /** Returns the number of values that upstream counts: the items of its lists, or else one. */
  static int values(DeviceAttribute attribute) {
    return switch (attribute) {
      case DeviceAttribute.Single _, DeviceAttribute.NullValue _ -> 1;
      case DeviceAttribute.Listed _ -> Math.max(1, attribute.size());
      case DeviceAttribute.Malformed(var values) ->
          Math.max(
              1,
              values.stream()
                  .filter(DeviceAttribute::hasList)
                  .mapToInt(DeviceAttribute::size)
                  .sum());
    };
  }
}
