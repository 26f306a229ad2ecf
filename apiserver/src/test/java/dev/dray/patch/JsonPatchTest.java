package dev.dray.patch;

import static dev.dray.patch.Trees.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dray.api.json.Json;
import dev.dray.patch.PatchMistake.Sort;
import java.util.ArrayList;
import java.util.Collections;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JsonPatchTest {
  private static final String TARGET = "{'a':{'b':[1,2,3]},'s':'x','n':null}";

  private static Json patched(String target, String operations) {
    return Patches.jsonPatch(json(target), json(operations));
  }

  private static void refused(String operations, Sort sort, String words) {
    assertThatExceptionOfType(PatchMistake.class)
        .isThrownBy(() -> patched(TARGET, operations))
        .withMessageContaining(words)
        .satisfies(mistake -> assertThat(mistake.sort()).isEqualTo(sort));
  }

  @Test
  void adds_fields_and_items() {
    assertThat(
            patched(
                TARGET,
                "[{'op':'add','path':'/a/c','value':{'d':1}},{'op':'add','path':'/a/b/0','value':0},"
                    + "{'op':'add','path':'/a/b/-','value':4},{'op':'add','path':'/a/c/e','value':2}]"))
        .isEqualTo(json("{'a':{'b':[0,1,2,3,4],'c':{'d':1,'e':2}},'s':'x','n':null}"));
  }

  @Test
  void removes_replaces_moves_and_copies() {
    assertThat(
            patched(
                TARGET,
                "[{'op':'remove','path':'/a/b/1'},{'op':'replace','path':'/s','value':'y'},"
                    + "{'op':'copy','from':'/a/b','path':'/copy'},{'op':'move','from':'/a/b','path':'/t'},"
                    + "{'op':'remove','path':'/n'}]"))
        .isEqualTo(json("{'a':{},'s':'y','copy':[1,3],'t':[1,3]}"));
  }

  @Test
  void a_copy_does_not_change_with_its_original() {
    assertThat(
            patched(
                TARGET,
                "[{'op':'copy','from':'/a','path':'/c'},{'op':'add','path':'/a/b/-','value':4}]"))
        .isEqualTo(json("{'a':{'b':[1,2,3,4]},'s':'x','n':null,'c':{'b':[1,2,3]}}"));
  }

  @Test
  void tests_compare_values_and_null_equals_missing() {
    assertThat(
            patched(
                TARGET,
                "[{'op':'test','path':'/a/b','value':[1,2,3]},{'op':'test','path':'/n'},"
                    + "{'op':'test','path':'/missing','value':null},"
                    + "{'op':'test','path':'','value':{'n':null,'s':'x','a':{'b':[1,2,3]}}}]"))
        .isEqualTo(json(TARGET));

    refused("[{'op':'test','path':'/s','value':'y'}]", Sort.UNFIT, "testing value /s failed");
    refused("[{'op':'test','path':'/a/b','value':[1,2]}]", Sort.UNFIT, "testing value /a/b");
  }

  @Test
  void pointers_escape_slash_and_tilde() {
    assertThat(
            patched(
                "{'a/b':1,'m~n':2,'~1':3}",
                "[{'op':'remove','path':'/a~1b'},{'op':'remove','path':'/m~0n'},"
                    + "{'op':'replace','path':'/~01','value':4}]"))
        .isEqualTo(json("{'~1':4}"));
  }

  @Test
  void quirks_that_clients_know_are_kept() {
    assertThat(patched(TARGET, "[{'op':'replace','path':'/new','value':1}]"))
        .as("replace of a missing field adds it")
        .isEqualTo(json("{'a':{'b':[1,2,3]},'s':'x','n':null,'new':1}"));
    assertThat(patched(TARGET, "[{'op':'replace','path':'/a/b/-1','value':9}]"))
        .as("a negative index counts from the end")
        .isEqualTo(json("{'a':{'b':[1,2,9]},'s':'x','n':null}"));
  }

  @Test
  void an_operation_that_does_not_apply_is_refused_with_its_path() {
    refused(
        "[{'op':'add','path':'/x/y','value':1}]",
        Sort.UNFIT,
        "add operation does not apply: doc is missing path: \"/x/y\": missing value");
    refused("[{'op':'remove','path':'/x'}]", Sort.UNFIT, "nonexistent key: x");
    refused("[{'op':'remove','path':'/a/b/3'}]", Sort.UNFIT, "invalid index: 3");
    refused("[{'op':'add','path':'/a/b/5','value':1}]", Sort.UNFIT, "invalid index: 5");
    refused("[{'op':'add','path':'/a/b/z','value':1}]", Sort.UNFIT, "index: 'z'");
    refused("[{'op':'add','path':'/s/t','value':1}]", Sort.UNFIT, "/s/t");
    refused("[{'op':'add','path':'s','value':1}]", Sort.UNFIT, "missing path: \"s\"");
    refused("[{'op':'move','from':'/x','path':'/y'}]", Sort.UNFIT, "nonexistent key: x");
    refused("[{'op':'jump','path':'/x'}]", Sort.UNFIT, "Unexpected kind: jump");
    refused("[{'path':'/x'}]", Sort.UNFIT, "Unexpected kind: unknown");
    refused("[{'op':'add','value':1}]", Sort.UNFIT, "failed to decode path");
  }

  @Test
  void what_is_no_list_of_operations_is_malformed() {
    refused("{}", Sort.MALFORMED, "this is an object");
    refused("[1]", Sort.MALFORMED, "an operation is an object");
    refused("[{'op':'add','path':7}]", Sort.MALFORMED, "\"path\" is a string");
  }

  @Test
  void operations_and_copies_are_bounded() {
    var many = Collections.nCopies(10_001, json("{'op':'test','path':'/s','value':'x'}"));

    assertThatExceptionOfType(PatchMistake.class)
        .isThrownBy(() -> Patches.jsonPatch(json(TARGET), Json.of(many)))
        .withMessage("The allowed maximum operations in a JSON patch is 10000, got 10001")
        .satisfies(mistake -> assertThat(mistake.sort()).isEqualTo(Sort.TOO_LARGE));
    assertThat(Patches.jsonPatch(json(TARGET), Json.of(many.subList(1, 10_001))))
        .isEqualTo(json(TARGET));

    var doubling = new ArrayList<Json>();
    for (int i = 0; i < 60; i++) {
      doubling.add(json("{'op':'copy','from':'/a','path':'/a/b%d'}".formatted(i)));
    }
    assertThatExceptionOfType(PatchMistake.class)
        .isThrownBy(() -> Patches.jsonPatch(json("{'a':{'b':'x'}}"), Json.of(doubling)))
        .withMessageContaining("accumulated size increase of copy");
  }

  @Test
  void ten_thousand_operations_on_a_long_list_share_their_work() {
    var items = Collections.nCopies(50_000, json("{'a':1}"));
    var adds = Collections.nCopies(10_000, json("{'op':'add','path':'/l/0','value':1}"));

    var patched = (Json.Obj) Patches.jsonPatch(Json.obj("l", Json.of(items)), Json.of(adds));

    assertThat(patched.items("l")).hasSize(60_000);
  }
}
