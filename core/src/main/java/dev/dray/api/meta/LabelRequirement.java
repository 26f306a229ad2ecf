package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** A label {@code key} compared with {@code values}. */
public record LabelRequirement(String key, Operator operator, List<String> values) {

  /** The comparison with a label; {@code symbol} is its form in a query. */
  public enum Operator {
    IN("in"),
    NOT_IN("notin"),
    EQUALS("="),
    DOUBLE_EQUALS("=="),
    NOT_EQUALS("!="),
    GREATER_THAN("gt"),
    LESS_THAN("lt"),
    EXISTS("exists"),
    DOES_NOT_EXIST("!");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }
  }

  public LabelRequirement {
    requireNonNull(key, "key");
    requireNonNull(operator, "operator");
    values = List.copyOf(values);
  }

  public boolean matches(Map<String, String> labels) {
    var label = labels.get(key);
    return switch (operator) {
      case IN, EQUALS, DOUBLE_EQUALS -> label != null && values.contains(label);
      case NOT_IN, NOT_EQUALS -> label == null || !values.contains(label);
      case EXISTS -> label != null;
      case DOES_NOT_EXIST -> label == null;
      case GREATER_THAN -> label != null && compare(label) > 0;
      case LESS_THAN -> label != null && compare(label) < 0;
    };
  }

  /** Compares the label with the one value, as numbers; 0 if one of them is no number. */
  private int compare(String label) {
    var number = integer(label);
    var bound = values.size() == 1 ? integer(values.getFirst()) : OptionalLong.empty();
    return number.isPresent() && bound.isPresent()
        ? Long.compare(number.getAsLong(), bound.getAsLong())
        : 0;
  }

  private static OptionalLong integer(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException _) {
      return OptionalLong.empty();
    }
  }

  /** Returns everything for which upstream would refuse this requirement. */
  public Violations mistakes(FieldPath at) {
    return mistakesInKey(at.child("key"))
        .and(mistakesInCount(at.child("values")))
        .and(Violations.each(values, at.child("values"), this::mistakesInValue));
  }

  /** Returns all {@link #mistakes} in one line, as upstream joins them; empty if there are none. */
  Optional<String> refusal() {
    var mistakes = mistakes(FieldPath.ROOT);
    if (mistakes.isEmpty()) {
      return Optional.empty();
    }
    var words = mistakes.stream().map(Violation::toString).distinct().toList();
    return Optional.of(words.size() == 1 ? words.getFirst() : "[" + String.join(", ", words) + "]");
  }

  private Violations mistakesInKey(FieldPath at) {
    var mistakes = LabelSyntax.mistakesInKey(key);
    return mistakes.isEmpty()
        ? Violations.NONE
        : Violations.of(Violation.invalid(at, key, String.join("; ", mistakes)));
  }

  private Violations mistakesInValue(String value, FieldPath at) {
    var mistakes = LabelSyntax.mistakesInValue(value);
    return mistakes.isEmpty()
        ? Violations.NONE
        : Violations.of(Violation.invalid(at.key(key), value, String.join("; ", mistakes)));
  }

  private Violations mistakesInCount(FieldPath at) {
    return switch (operator) {
      case IN, NOT_IN ->
          counted(!values.isEmpty(), at, "for 'in', 'notin' operators, values set can't be empty");
      case EQUALS, DOUBLE_EQUALS, NOT_EQUALS ->
          counted(values.size() == 1, at, "exact-match compatibility requires one single value");
      case EXISTS, DOES_NOT_EXIST ->
          counted(values.isEmpty(), at, "values set must be empty for exists and does not exist");
      case GREATER_THAN, LESS_THAN ->
          counted(values.size() == 1, at, "for 'Gt', 'Lt' operators, exactly one value is required")
              .and(Violations.each(values, at, LabelRequirement::mistakesInNumber));
    };
  }

  private static Violations mistakesInNumber(String value, FieldPath at) {
    return integer(value).isPresent()
        ? Violations.NONE
        : Violations.of(
            Violation.invalid(at, value, "for 'Gt', 'Lt' operators, the value must be an integer"));
  }

  private Violations counted(boolean right, FieldPath at, String detail) {
    if (right) {
      return Violations.NONE;
    }
    return Violations.of(Violation.invalidShown(at, GoQuote.list(values), detail));
  }

  /** Returns the requirement as in a query, with the values sorted. */
  @Override
  public String toString() {
    return switch (operator) {
      case EXISTS -> key;
      case DOES_NOT_EXIST -> "!" + key;
      case IN, NOT_IN -> key + " " + operator.symbol + " (" + sorted() + ")";
      case EQUALS, DOUBLE_EQUALS, NOT_EQUALS -> key + operator.symbol + sorted();
      case GREATER_THAN -> key + ">" + sorted();
      case LESS_THAN -> key + "<" + sorted();
    };
  }

  private String sorted() {
    return values.stream().sorted().collect(Collectors.joining(","));
  }
}
