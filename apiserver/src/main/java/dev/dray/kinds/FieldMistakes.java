package dev.dray.kinds;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.GoQuote;
import dev.dray.api.meta.Parsed;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** The field rules that core kinds share. */
public final class FieldMistakes {
  public static final String IMMUTABLE = "field is immutable";
  public static final String IMMUTABLE_SET = "field is immutable when `immutable` is set";
  static final String NOT_NEGATIVE = "must be greater than or equal to 0";

  private FieldMistakes() {}

  public static Violations required(String value, FieldPath at) {
    return value.isEmpty() ? Violations.of(Violation.required(at, "")) : Violations.NONE;
  }

  /**
   * Checks that a value is one of these words. The message lists them in the given order, which is
   * upstream's.
   */
  public static Violations oneOf(String value, List<String> words, FieldPath at) {
    if (words.contains(value)) {
      return Violations.NONE;
    }
    var options = words.stream().map(GoQuote::quote).collect(Collectors.joining(", "));
    return Violations.of(
        new Violation(
            Violation.Type.NOT_SUPPORTED,
            at,
            Optional.of(GoQuote.quote(value)),
            "supported values: " + options,
            "enum",
            Optional.empty()));
  }

  public static Violations notNegative(Optional<Long> value, FieldPath at) {
    return value.isPresent() && value.get() < 0
        ? Violations.of(Violation.invalid(at, value.get(), NOT_NEGATIVE))
        : Violations.NONE;
  }

  public static Violations within(Optional<Long> value, long least, long most, FieldPath at) {
    return value.isPresent() && (value.get() < least || value.get() > most)
        ? Violations.of(
            Violation.invalid(
                at, value.get(), "must be between %d and %d, inclusive".formatted(least, most)))
        : Violations.NONE;
  }

  /** Checks that a value is a quantity and not negative. */
  public static Violations amount(Json value, FieldPath at) {
    var text = literal(value);
    return switch (Quantity.tryParse(text)) {
      case Parsed.Mistake<Quantity>(var message) ->
          Violations.of(Violation.invalid(at, text, message));
      case Parsed.Value<Quantity>(var amount) ->
          amount.sign() < 0
              ? Violations.of(Violation.invalid(at, amount.toString(), NOT_NEGATIVE))
              : Violations.NONE;
    };
  }

  /** Returns the violations of each object of a list. */
  public static Violations each(
      Json.Obj holder,
      String list,
      FieldPath at,
      BiFunction<Json.Obj, FieldPath, Violations> rule) {
    return Violations.each(holder.objects(list), at.child(list), rule);
  }

  /** Returns a violation for each value of a field that occurred before in the list. */
  public static Violations repeated(List<Json.Obj> items, String field, FieldPath at) {
    var seen = new HashSet<String>();
    return Violations.each(
        items,
        at,
        (item, path) ->
            item.text(field).isEmpty() || seen.add(item.text(field))
                ? Violations.NONE
                : Violations.of(Violation.duplicate(path.child(field), item.text(field))));
  }

  /**
   * Checks that an update leaves a field unchanged; objects are shown as JSON, where upstream shows
   * Go structs.
   */
  public static Violations kept(Json.Obj object, Json.Obj stored, String field, String why) {
    var now = object.find(field).orElse(Json.Null.NULL);
    var before = stored.find(field).orElse(Json.Null.NULL);
    if (now.equals(before)) {
      return Violations.NONE;
    }
    var shown = now instanceof Json.Str(var text) ? GoQuote.quote(text) : now.toText();
    return Violations.of(Violation.invalidShown(FieldPath.of(field), shown, why).by("immutable"));
  }

  public static Violations all(
      List<String> values, FieldPath at, BiFunction<String, FieldPath, Violations> rule) {
    var found = Violations.NONE;
    for (var value : values) {
      found = found.and(rule.apply(value, at));
    }
    return found;
  }

  /** Returns the text of a quantity, which may be written with or without quotes. */
  public static String literal(Json value) {
    return switch (value) {
      case Json.Str(var text) -> text;
      case Json.Num(var text) -> text;
      case Json.Obj _, Json.Arr _, Json.Bool _, Json.Null _ -> "";
    };
  }
}
