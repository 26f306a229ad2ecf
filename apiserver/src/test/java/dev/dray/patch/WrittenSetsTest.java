package dev.dray.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json.Obj;
import java.util.List;
import org.junit.jupiter.api.Test;

class WrittenSetsTest {
  private static FieldSet set() {
    return FieldSet.ofNames(List.of("spec.nodeName", "status", "status.phase"));
  }

  @Test
  void what_was_written_is_read_as_the_set_it_was_written_from() {
    var set = set();
    var json = (Obj) WrittenSets.write(set);

    assertThat(WrittenSets.has(set)).isTrue();
    assertThat(WrittenSets.read(json)).isSameAs(set);
    assertThat(json).isEqualTo(set.toJson());
  }

  @Test
  void equal_sets_are_written_once() {
    assertThat(WrittenSets.write(set())).isSameAs(WrittenSets.write(set()));
  }

  @Test
  void what_somebody_else_wrote_is_read_anew() {
    var json = set().toJson();

    var read = WrittenSets.read(json);

    assertThat(read).isEqualTo(set());
    assertThat(WrittenSets.has(read)).isFalse();
  }

  @Test
  void a_set_of_which_nothing_is_taken_stays_the_one_it_is() {
    var set = set();

    assertThat(set.minus(FieldSet.ofNames(List.of("metadata.labels")))).isSameAs(set);
    assertThat(set.minus(FieldSet.ofNames(List.of("status"))))
        .isEqualTo(FieldSet.ofNames(List.of("spec.nodeName", "status.phase")));
  }
}
