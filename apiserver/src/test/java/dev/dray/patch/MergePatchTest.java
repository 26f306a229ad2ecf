package dev.dray.patch;

import static dev.dray.patch.Trees.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dray.patch.PatchMistake.Sort;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MergePatchTest {
  private static void merges(String target, String patch, String expected) {
    assertThat(Patches.mergePatch(json(target), json(patch))).isEqualTo(json(expected));
  }

  @Test
  void objects_merge_and_everything_else_is_replaced() {
    merges("{'a':{'b':1,'c':2},'d':[1,2]}", "{'a':{'b':3},'d':[4]}", "{'a':{'b':3,'c':2},'d':[4]}");
    merges("{'a':'b'}", "{'a':{'c':1}}", "{'a':{'c':1}}");
    merges("{'a':{'c':1}}", "{'a':'b'}", "{'a':'b'}");
  }

  @Test
  void null_takes_away_and_never_stays() {
    merges("{'a':1,'b':2}", "{'a':null,'c':null}", "{'b':2}");
    merges("{}", "{'a':{'b':null,'c':1}}", "{'a':{'c':1}}");
    merges("{'l':[1]}", "{'l':[{'a':null,'b':1},null]}", "{'l':[{'b':1},null]}");
  }

  @Test
  void a_patch_is_an_object() {
    assertThatExceptionOfType(PatchMistake.class)
        .isThrownBy(() -> Patches.mergePatch(json("{}"), json("[1]")))
        .withMessageContaining("this is a list")
        .satisfies(mistake -> assertThat(mistake.sort()).isEqualTo(Sort.MALFORMED));
    assertThatExceptionOfType(PatchMistake.class)
        .isThrownBy(() -> Patches.mergePatch(json("{}"), json("null")))
        .withMessageContaining("this is null");
  }
}
