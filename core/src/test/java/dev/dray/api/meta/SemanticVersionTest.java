package dev.dray.api.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SemanticVersionTest {

  @Test
  void every_text_is_understood_as_upstream_understands_it() {
    var softly = new SoftAssertions();
    for (var vector : Vectors.read("versions.tsv")) {
      var text = vector.get(0);
      softly.assertThat(shown(SemanticVersion.tryParse(text))).as(text).isEqualTo(vector.get(1));
      softly
          .assertThat(shown(SemanticVersion.tryParseNormalized(text)))
          .as(text)
          .isEqualTo(vector.get(2));
    }
    softly.assertAll();
  }

  private static String shown(Parsed<SemanticVersion> parsed) {
    return switch (parsed) {
      case Parsed.Value<SemanticVersion>(var version) -> version.toString();
      case Parsed.Mistake<SemanticVersion>(var message) -> "!" + message;
    };
  }

  @Test
  void versions_are_ordered_as_semver_org_orders_its_examples() {
    var inOrder =
        Stream.of(
                "1.0.0-alpha",
                "1.0.0-alpha.1",
                "1.0.0-alpha.beta",
                "1.0.0-beta",
                "1.0.0-beta.2",
                "1.0.0-beta.11",
                "1.0.0-rc.1",
                "1.0.0",
                "2.0.0",
                "2.1.0",
                "2.1.1",
                "18446744073709551615.0.0")
            .map(SemanticVersion::parse)
            .toList();

    assertThat(inOrder.reversed().stream().sorted()).containsExactlyElementsOf(inOrder);
  }

  @Test
  void build_metadata_does_not_count_in_the_order() {
    var one = SemanticVersion.parse("1.0.0+one");
    var two = SemanticVersion.parse("1.0.0+two");

    assertThat(one).isEqualByComparingTo(two).isNotEqualTo(two);
  }

  @ParameterizedTest
  @CsvSource({"v1.0.0, 1.0.0", "1, 1.0.0", "1.0, 1.0.0", "01.01.01, 1.1.1", "v00.2, 0.2.0"})
  @CsvSource({"1.2.03-rc.1+b, 1.2.3-rc.1+b"})
  void a_sloppy_version_can_be_normalized(String text, String version) {
    assertThat(SemanticVersion.tryParseNormalized(text))
        .isEqualTo(new Parsed.Value<>(SemanticVersion.parse(version)));
    assertThat(Formats.isSemanticVersion(text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0-rc", "1+build"})
  void a_short_version_has_no_pre_release(String text) {
    assertThat(SemanticVersion.tryParseNormalized(text))
        .isEqualTo(new Parsed.Mistake<>("short version cannot contain PreRelease/Build meta data"));
  }

  @Test
  void validation_knows_no_largest_number() {
    assertThat(Formats.isSemanticVersion("18446744073709551616.0.0")).isTrue();
    assertThat(SemanticVersion.tryParse("18446744073709551616.0.0").isValue()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1.0", "1.0.0-", "1.0.0+", "1.0.0-01", "1.0.0-a..b", "v1.0.0"})
  @ValueSource(strings = {" 1.0.0", "1.0.0 ", "1.0.0\n", "1.0.0-é", "1.0.0.0", "-1.0.0"})
  void what_semver_org_does_not_define_is_not_well_formed(String text) {
    assertThat(Formats.isSemanticVersion(text)).isFalse();
  }

  @Test
  void parts_that_no_text_could_have_are_a_programming_error() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SemanticVersion(1, 0, 0, List.of("a.b"), List.of()))
        .withMessageContaining("[[a.b]]");
  }
}
