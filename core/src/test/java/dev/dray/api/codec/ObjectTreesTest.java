package dev.dray.api.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ObjectTreesTest {
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);

  private static final String OBJECT =
      """
      {"kind": "Pod", "list": [{"spec": {"nodeName": "no"}}, "]}", 1.5e3, null, true],
       "metadata": {"managedFields": [{"fieldsV1": {"f:spec": {}}}],
                    "name": "\\u00e4\\"b\\\\", "generation": 12, "labels": {"a": "}"}},
       "spec": {"other": {"nodeName": "no"}, "nodeName": "größe-1", "priority": 7}}
      """;

  private static byte[] object() {
    return OBJECT.strip().getBytes(UTF_8);
  }

  private static Json.Obj tree() {
    return (Json.Obj) ((ObjectTrees.Parsed.Tree) TREES.parseJson(object())).value();
  }

  @Test
  void a_text_is_found_by_its_path() {
    assertThat(TREES.findText(object(), "spec", "nodeName")).contains("größe-1");
    assertThat(TREES.findText(object(), "metadata", "name")).contains("ä\"b\\");
    assertThat(TREES.findText(object(), "kind")).contains("Pod");
  }

  @Test
  void what_is_no_text_or_not_there_is_not_found() {
    assertThat(TREES.findText(object(), "nodeName")).isEmpty();
    assertThat(TREES.findText(object(), "spec", "priority")).isEmpty();
    assertThat(TREES.findText(object(), "spec", "nodeName", "deeper")).isEmpty();
    assertThat(TREES.findText(object(), "list", "spec")).isEmpty();
    assertThat(TREES.findText("[]".getBytes(UTF_8), "kind")).isEmpty();
    assertThat(TREES.findObject(object(), "none", "list")).isEmpty();
    assertThat(TREES.findObject(object(), "none", "spec", "nodeName")).isEmpty();
  }

  @Test
  void an_object_is_found_without_one_of_its_fields() {
    var metadata = tree().object("metadata");

    assertThat(TREES.findObject(object(), "managedFields", "metadata"))
        .contains(metadata.without("managedFields"));
    assertThat(TREES.findObject(object(), "labels", "metadata"))
        .contains(metadata.without("labels"));
    assertThat(TREES.findObject(object(), "none", "metadata")).contains(metadata);
    assertThat(TREES.findObject(object(), "none")).contains(tree());
  }

  @Test
  void of_an_object_that_is_cut_off_only_what_is_whole_is_found() {
    var whole = object();
    for (int length = 0; length < whole.length; length++) {
      var cut = Arrays.copyOf(whole, length);

      assertThat(TREES.findText(cut, "spec", "nodeName"))
          .as("the first %d bytes", length)
          .isEqualTo(found("größe-1", endOf("größe-1\""), length));
      assertThat(TREES.findText(cut, "metadata", "name"))
          .as("the first %d bytes", length)
          .isEqualTo(found("ä\"b\\", endOf("\\\\\""), length));
      assertThat(TREES.findObject(cut, "managedFields", "metadata"))
          .as("the first %d bytes", length)
          .isEqualTo(
              found(
                  tree().object("metadata").without("managedFields"),
                  endOf("\"labels\": {\"a\": \"}\"}}"),
                  length));
      assertThat(TREES.findObject(cut, "none")).as("the first %d bytes", length).isEmpty();
      assertThat(TREES.parseJson(cut)).isInstanceOf(ObjectTrees.Parsed.Malformed.class);
    }
  }

  private static int endOf(String part) {
    return OBJECT.substring(0, OBJECT.indexOf(part) + part.length()).getBytes(UTF_8).length;
  }

  private static <T> Optional<T> found(T value, int end, int length) {
    return length < end ? Optional.empty() : Optional.of(value);
  }
}
