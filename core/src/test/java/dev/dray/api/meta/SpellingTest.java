package dev.dray.api.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {
  private static final List<String> KNOWN = List.of("attributes", "capacity", "name", "cel");

  @Test
  void a_letter_too_few_too_many_or_swapped_is_forgiven() {
    assertThat(Spelling.nearest("atributes", KNOWN)).contains("attributes");
    assertThat(Spelling.nearest("capacityy", KNOWN)).contains("capacity");
    assertThat(Spelling.nearest("anme", KNOWN)).contains("name");
    assertThat(Spelling.nearest("Capacity", KNOWN)).contains("capacity");
  }

  @Test
  void nothing_is_suggested_for_another_word() {
    assertThat(Spelling.nearest("selectors", KNOWN)).isEmpty();
    assertThat(Spelling.nearest("x", KNOWN)).isEmpty();
    assertThat(Spelling.nearest("a".repeat(10_000), KNOWN)).isEmpty();
    assertThat(Spelling.nearest("name", List.of())).isEmpty();
  }
}
