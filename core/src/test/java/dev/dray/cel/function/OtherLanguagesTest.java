package dev.dray.cel.function;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.cel.value.IpAddress;
import dev.dray.cel.value.Value.DoubleValue;
import dev.dray.cel.value.Value.StringValue;
import dev.dray.cel.value.Value.TimestampValue;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an expression comes to where Java writes numbers with other digits. */
class OtherLanguagesTest {
  private final Locale before = Locale.getDefault();

  @BeforeEach
  void speakArabic() {
    Locale.setDefault(Locale.forLanguageTag("ar-EG"));
    assertThat("%d".formatted(1)).isNotEqualTo("1");
  }

  @AfterEach
  void speakAsBefore() {
    Locale.setDefault(before);
  }

  @Test
  void numbers_become_the_same_text() {
    assertThat(Conversions.convert("string", new DoubleValue(1.5e-9)))
        .isEqualTo(new StringValue("1.5e-09"));
  }

  @Test
  void scientific_notation_is_the_same() {
    assertThat(LocalNumbers.scientific(1500, 0)).endsWith("×10⁰³");
  }

  @Test
  void times_become_the_same_text() {
    var moment = TimestampValue.of(Instant.parse("2026-05-01T10:00:00.25Z"));
    assertThat(Conversions.convert("string", moment))
        .isEqualTo(new StringValue("2026-05-01T10:00:00.25Z"));
  }

  @Test
  void addresses_become_the_same_text() {
    assertThat(IpAddress.of(new int[] {10, 0, 0, 1})).hasToString("10.0.0.1");
  }
}
