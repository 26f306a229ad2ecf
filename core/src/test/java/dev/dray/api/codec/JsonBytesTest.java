package dev.dray.api.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBytesTest {
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);

  private static final Json ALL_SORTS =
      Json.obj(
          "text",
          "plain",
          "number",
          new Json.Num("1.50"),
          "truths",
          Json.Arr.of(Json.of(true), Json.of(false), Json.Null.NULL),
          "none",
          Json.Obj.EMPTY,
          "empty",
          Json.of(List.of()));

  @Test
  void all_sorts_of_values_are_written_on_one_line() {
    assertThat(ALL_SORTS.toText())
        .isEqualTo(
            "{\"text\":\"plain\",\"number\":1.50,\"truths\":[true,false,null],"
                + "\"none\":{},\"empty\":[]}");
  }

  @Test
  void what_json_has_no_room_for_is_escaped() {
    assertThat(Json.of("a\"b\\c\nd\re\tf\u0001\u001f/").toText())
        .isEqualTo("\"a\\\"b\\\\c\\nd\\re\\tf\\u0001\\u001f/\"");
  }

  @Test
  void half_a_character_is_written_as_a_question_mark_like_java_does() {
    assertThat(Json.of("a\ud83db").bytes()).isEqualTo("\"a?b\"".getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void texts_of_any_characters_are_read_as_they_were_written(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      var tree = Json.obj(text(random), text(random), "list", Json.strings(List.of(text(random))));
      assertThat(TREES.parseJson(tree.bytes()))
          .as("seed %d, text %d", seed, i)
          .isInstanceOfSatisfying(
              ObjectTrees.Parsed.Tree.class, it -> assertThat(it.value()).isEqualTo(tree));
      assertThat(tree.bytes()).isEqualTo(tree.toText().getBytes(UTF_8));
    }
  }

  /** Of all lengths up to beyond the room there is at first; half of them are plain. */
  private static String text(Random random) {
    int length = random.nextInt(random.nextInt(20) == 0 ? 3000 : 30);
    int most = random.nextBoolean() ? 0x7e : Character.MAX_CODE_POINT;
    var text = new StringBuilder();
    while (text.length() < length) {
      int c = random.nextInt(random.nextBoolean() ? 0x7f : most + 1);
      if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
        text.appendCodePoint(c);
      }
    }
    return text.toString();
  }
}
