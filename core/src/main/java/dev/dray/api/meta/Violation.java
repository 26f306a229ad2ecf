package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One mistake in an object: what is wrong, where, and by which rule.
 *
 * <p>{@code value} is the offending value as it is shown, quotes included. {@code rule} is a stable
 * id for machines and tests; {@code detail} is prose in upstream's words; {@code hint}, where there
 * is one, says what to write instead.
 */
public record Violation(
    Type type,
    FieldPath path,
    Optional<String> value,
    String detail,
    String rule,
    Optional<String> hint) {

  /** The type of a mistake, with the reason and the words by which clients know it. */
  public enum Type {
    REQUIRED("FieldValueRequired", "Required value"),
    INVALID("FieldValueInvalid", "Invalid value"),
    NOT_SUPPORTED("FieldValueNotSupported", "Unsupported value"),
    DUPLICATE("FieldValueDuplicate", "Duplicate value"),
    FORBIDDEN("FieldValueForbidden", "Forbidden"),
    TOO_LONG("FieldValueTooLong", "Too long"),
    TOO_MANY("FieldValueTooMany", "Too many"),
    NOT_FOUND("FieldValueNotFound", "Not found"),
    INTERNAL("InternalError", "Internal error");

    private final String reason;
    private final String words;

    Type(String reason, String words) {
      this.reason = reason;
      this.words = words;
    }

    /** Returns the reason as in {@code status.details.causes[].reason}. */
    public String reason() {
      return reason;
    }
  }

  public Violation {
    requireNonNull(type, "type");
    requireNonNull(path, "path");
    requireNonNull(value, "value");
    requireNonNull(detail, "detail");
    requireNonNull(rule, "rule");
    requireNonNull(hint, "hint");
  }

  public static Violation required(FieldPath path, String detail) {
    return of(Type.REQUIRED, path, Optional.empty(), detail, "required");
  }

  public static Violation invalid(FieldPath path, String value, String detail) {
    return of(Type.INVALID, path, Optional.of(quoted(value)), detail, "invalid");
  }

  public static Violation invalid(FieldPath path, long value, String detail) {
    return of(Type.INVALID, path, Optional.of(Long.toString(value)), detail, "invalid");
  }

  public static Violation invalid(FieldPath path, boolean value, String detail) {
    return of(Type.INVALID, path, Optional.of(Boolean.toString(value)), detail, "invalid");
  }

  /** Returns the mistake that a list of strings is wrong as a whole. */
  public static Violation invalid(FieldPath path, List<String> values, String detail) {
    return invalidShown(path, GoQuote.list(values), detail);
  }

  /**
   * Returns the mistake that a whole object or list is wrong; {@code shown} describes it, unquoted.
   */
  public static Violation invalidShown(FieldPath path, String shown, String detail) {
    return of(Type.INVALID, path, Optional.of(shown), detail, "invalid");
  }

  public static Violation notSupported(FieldPath path, String value, List<String> supported) {
    var options =
        supported.stream().sorted().map(Violation::quoted).collect(Collectors.joining(", "));
    return of(
        Type.NOT_SUPPORTED,
        path,
        Optional.of(quoted(value)),
        "supported values: " + options,
        "enum");
  }

  public static Violation duplicate(FieldPath path, String value) {
    return of(Type.DUPLICATE, path, Optional.of(quoted(value)), "", "unique");
  }

  public static Violation forbidden(FieldPath path, String detail) {
    return of(Type.FORBIDDEN, path, Optional.empty(), detail, "forbidden");
  }

  public static Violation tooLong(FieldPath path, int maxBytes) {
    return of(
        Type.TOO_LONG,
        path,
        Optional.empty(),
        "may not be more than " + maxBytes + " bytes",
        "maxBytes");
  }

  public static Violation tooMany(FieldPath path, int actual, int max) {
    return of(
        Type.TOO_MANY,
        path,
        Optional.of(Integer.toString(actual)),
        "must have at most " + max + (max == 1 ? " item" : " items"),
        "maxItems");
  }

  public static Violation notFound(FieldPath path, String value) {
    return of(Type.NOT_FOUND, path, Optional.of(quoted(value)), "", "reference");
  }

  public static Violation internal(FieldPath path, String detail) {
    return of(Type.INTERNAL, path, Optional.empty(), detail, "internal");
  }

  private static Violation of(
      Type type, FieldPath path, Optional<String> value, String detail, String rule) {
    return new Violation(type, path, value, detail, rule, Optional.empty());
  }

  /** Returns the same mistake, found by the rule of this id. */
  public Violation by(String rule) {
    return new Violation(type, path, value, detail, rule, hint);
  }

  /** Returns the same mistake, with advice. */
  public Violation hint(String hint) {
    return new Violation(type, path, value, detail, rule, Optional.of(hint));
  }

  /** Returns the message as upstream prints it, without the path. */
  public String message() {
    var text = new StringBuilder(type.words);
    value.ifPresent(shown -> text.append(": ").append(shown));
    if (!detail.isEmpty()) {
      text.append(": ").append(detail);
    }
    return text.toString();
  }

  @Override
  public String toString() {
    return path + ": " + message();
  }

  private static String quoted(String value) {
    return GoQuote.quote(value);
  }
}
