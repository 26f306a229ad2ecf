package dev.dray.api.meta;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Advice on common ways to miswrite quantities: {@code 6 GiB}, {@code 6GB}, {@code 200K}, {@code
 * 1,5Gi}.
 */
final class QuantityAdvice {
  private static final Pattern NUMBER_AND_UNIT =
      Pattern.compile("([+-]?[0-9]+(?:[.,][0-9]+)?|[+-]?[.,][0-9]+)\\s*([A-Za-z]*)");
  private static final int LONGEST = 64;
  private static final String SIZES = "kmgtpe";

  private QuantityAdvice() {}

  static Optional<String> on(String text) {
    var trimmed = text.strip();
    var parts = NUMBER_AND_UNIT.matcher(trimmed.length() > LONGEST ? "" : trimmed);
    if (!parts.matches()) {
      return Optional.empty();
    }
    var number = parts.group(1).replace(',', '.');
    return suffix(parts.group(2))
        .map(number::concat)
        .filter(better -> !better.equals(text) && Quantity.tryParse(better).isValue())
        .map(better -> "did you mean \"" + better + "\"?");
  }

  private static Optional<String> suffix(String unit) {
    if (unit.length() <= 1 && "num".contains(unit)) {
      return Optional.of(unit);
    }
    var lower = unit.toLowerCase(Locale.ROOT);
    if (lower.equals("b") || lower.equals("byte") || lower.equals("bytes")) {
      return Optional.of("");
    }
    int size = SIZES.indexOf(lower.charAt(0));
    return size < 0 ? Optional.empty() : ofSize(size, lower.substring(1));
  }

  private static Optional<String> ofSize(int size, String rest) {
    return switch (rest) {
      case "", "b" -> Optional.of("kMGTPE".substring(size, size + 1));
      case "i", "ib" -> Optional.of("KMGTPE".charAt(size) + "i");
      default -> Optional.empty();
    };
  }
}
