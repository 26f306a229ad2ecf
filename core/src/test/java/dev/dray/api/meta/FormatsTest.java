package dev.dray.api.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The scanners against the regular expressions that upstream publishes in its messages. */
class FormatsTest {
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
  private static final String LABEL_NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final String NUMBER = "(0|[1-9][0-9]*)";
  private static final String PRE = "(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)";
  private static final String BUILD = "[0-9a-zA-Z-]+";
  private static final String SEMVER =
      NUMBER
          + "\\."
          + NUMBER
          + "\\."
          + NUMBER
          + "(-"
          + PRE
          + "(\\."
          + PRE
          + ")*)?(\\+"
          + BUILD
          + "(\\."
          + BUILD
          + ")*)?";

  private final Map<String, Pattern> patterns = new HashMap<>();

  static LongStream seeds() {
    var replayed = Long.getLong("dray.seed");
    return replayed != null ? LongStream.of(replayed) : LongStream.range(0, 20);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void scanners_and_regular_expressions_agree(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < 1000; i++) {
      var text = text(random, "ab0.-");
      check(text, LABEL, Formats::hasLabelForm);
      check(text, SUBDOMAIN, Formats::hasSubdomainForm);
      check(text(random, "aB0.-"), "(?i)" + SUBDOMAIN, Formats::hasCaselessSubdomainForm);
      check(text(random, "aB0_-."), LABEL_NAME, Formats::hasLabelNameForm);
      check(text(random, "aB0_/"), "[A-Za-z_][A-Za-z0-9_]*", Formats::hasIdentifierForm);
      check(text(random, "aB0.-/"), "(" + SUBDOMAIN + "/)?" + LABEL_NAME, Formats::isLabelKey);
      check(text(random, "01.-+a"), SEMVER, Formats::isSemanticVersion);
      check("0.1." + text(random, "01.-+a"), SEMVER, Formats::isSemanticVersion);
    }
  }

  private void check(String text, String expression, Predicate<String> scanner) {
    var pattern = patterns.computeIfAbsent(expression, Pattern::compile);

    if (scanner.test(text) != pattern.matcher(text).matches()) {
      throw new AssertionError("The scanner differs from %s on (%s).".formatted(expression, text));
    }
  }

  private static String text(Random random, String alphabet) {
    var text = new StringBuilder();
    for (int length = random.nextInt(9); length > 0; length--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource({"x, true", "d.io/x, true", "D.io/x, true", "a/b/c, true", "/x, false", "d/, false"})
  void a_qualified_name_has_at_most_one_domain_that_is_checked(String name, boolean right) {
    assertThat(Formats.isQualifiedName(name, 32)).isEqualTo(right);
  }

  @ParameterizedTest
  @CsvSource({"a, 1", "é, 2", "€, 3", "😀, 4"})
  void length_is_counted_in_bytes(String text, int bytes) {
    assertThat(Formats.bytes(text)).isEqualTo(bytes);
    assertThat(Formats.longerThan(text, bytes)).isFalse();
    assertThat(Formats.longerThan(text, bytes - 1)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "11111111-2222-3333-4444-abcdefabcdef, true",
    "11111111-2222-3333-4444-abcdefabcdeg, false",
    "111111112222-3333-4444-abcdefabcdef--, false",
    "x, false"
  })
  void a_uuid_is_in_lower_case(String text, boolean right) {
    assertThat(Formats.isUuid(text)).isEqualTo(right);
    assertThat(Formats.isUuid(text.toUpperCase(Locale.ROOT))).isFalse();
  }
}
