package dev.dray.api.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Compares with what upstream's library said about the same texts. */
class QuantityVectorsTest {

  @Test
  void every_text_is_understood_as_upstream_understands_it() {
    var softly = new SoftAssertions();
    var before = Quantity.parse("1");
    for (var vector : Vectors.read("quantities.tsv")) {
      switch (Quantity.tryParse(vector.getFirst())) {
        case Parsed.Mistake<Quantity>(var message) ->
            softly.assertThat(message).as(vector.getFirst()).startsWith(words(vector.get(1)));
        case Parsed.Value<Quantity>(var quantity) -> {
          softly.assertThat(facts(quantity, before)).isEqualTo(expected(vector, quantity));
          before = quantity;
        }
      }
    }
    softly.assertAll();
  }

  @Test
  void the_vectors_cover_every_error_and_every_format() {
    var vectors = Vectors.read("quantities.tsv");

    assertThat(vectors)
        .extracting(vector -> vector.get(1))
        .contains("!format", "!numeric", "!suffix");
    assertThat(vectors)
        .filteredOn(vector -> vector.size() > 2)
        .extracting(vector -> vector.get(2))
        .contains("B", "D", "E");
  }

  private static String words(String error) {
    return switch (error) {
      case "!format" -> "quantities must match the regular expression '^([+-]?";
      case "!numeric" -> "unable to parse numeric part of quantity";
      case "!suffix" -> "unable to parse quantity's suffix";
      default -> "a quantity: " + error;
    };
  }

  // Of an amount beyond a long, upstream's Value is arbitrary; of some negative amounts it is
  // rounded towards zero, so that -1n gives 1, though it documents to round away from zero.
  private static List<String> expected(List<String> vector, Quantity quantity) {
    boolean documented =
        quantity.sign() >= 0
            && quantity.compareTo(Quantity.of(Long.MAX_VALUE, Quantity.Format.DECIMAL_SI)) <= 0;
    var value = documented ? vector.get(5) : Long.toString(quantity.value());
    var printedDouble = Double.toString(Double.parseDouble(vector.get(6)));
    return List.of(
        vector.get(1),
        vector.get(2),
        vector.get(3),
        vector.get(4),
        value,
        printedDouble,
        vector.get(7),
        vector.get(8),
        vector.get(9));
  }

  private static List<String> facts(Quantity quantity, Quantity before) {
    return List.of(
        quantity.toString(),
        switch (quantity.format()) {
          case BINARY_SI -> "B";
          case DECIMAL_SI -> "D";
          case DECIMAL_EXPONENT -> "E";
        },
        shown(quantity.asInteger()),
        shown(quantity.exactMilli()),
        Long.toString(quantity.value()),
        Double.toString(quantity.asApproximateFloat()),
        quantity.add(before).toString(),
        quantity.subtract(before).toString(),
        Integer.toString(quantity.compareTo(before)));
  }

  private static String shown(OptionalLong number) {
    return number.isPresent() ? Long.toString(number.getAsLong()) : "-";
  }
}
