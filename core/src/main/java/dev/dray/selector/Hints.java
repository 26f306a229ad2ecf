package dev.dray.selector;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Advice on what an author probably meant, derived from the checker's message. */
final class Hints {
  private record Hint(Pattern message, String advice) {
    Hint(String message, String advice) {
      this(Pattern.compile(message), advice);
    }
  }

  private static final List<Hint> ALL =
      List.of(
          new Hint(
              "no matching overload for '_[<>]=?_' applied to '.*kubernetes\\.Quantity",
              "Quantities have no operators: write a.compareTo(b) >= 0, a.isGreaterThan(b) or"
                  + " a.isLessThan(b)."),
          new Hint(
              "no matching overload for '_[<>]=?_' applied to '.*kubernetes\\.Semver",
              "Versions have no operators: write a.compareTo(b) >= 0, a.isGreaterThan(b) or"
                  + " a.isLessThan(b)."),
          new Hint(
              "no matching overload for '_[=!]=_' applied to '\\(kubernetes\\.Quantity, string\\)",
              "Turn the string into a quantity: quantity(\"1Gi\")."),
          new Hint(
              "no matching overload for '_[+-]_' applied to '.*kubernetes\\.Quantity",
              "Write a.add(b) or a.sub(b)."),
          new Hint(
              "no matching overload for 'sign' applied to 'kubernetes\\.Quantity\\.\\(\\)'",
              "Write sign(a)."),
          new Hint(
              "undefined field 'allowMultipleAllocations'",
              "The field needs the feature gate DRAConsumableCapacity."),
          new Hint(
              "undeclared reference to 'includes'",
              "The function needs the feature gate DRAListTypeAttributes."),
          new Hint(
              "expression of type 'any' cannot be range of a comprehension",
              "Attributes can be lists only with the feature gate DRAListTypeAttributes."),
          new Hint(
              "undeclared reference to '(driver|attributes|capacity)'",
              "The device is the variable device: write device.attributes[\"domain\"].name."),
          new Hint(
              "undefined field '(string|int|bool|version)'",
              "An attribute is its value: write device.attributes[\"domain\"].name without its"
                  + " type."));

  private Hints() {}

  static Optional<String> of(String message) {
    return ALL.stream()
        .filter(hint -> hint.message().matcher(message).find())
        .map(Hint::advice)
        .findFirst();
  }
}
