package dev.dray.patch;

import static dev.dray.patch.Trees.obj;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Obj;
import dev.dray.patch.ManagedFields.Applied;
import dev.dray.patch.ManagedFields.Conflict;
import dev.dray.patch.ManagedFields.Versions;
import dev.dray.patch.ManagedFields.Write;
import dev.dray.patch.PatchMistake.Sort;
import dev.dray.schema.SchemaType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ManagedFieldsTest {
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00.5Z");
  private static final Instant LATER = Instant.parse("2026-01-01T00:01:00Z");

  private static final Versions VERSIONS =
      new Versions() {
        @Override
        public Obj inVersion(Obj object, String apiVersion) {
          return Widgets.inVersion(object, apiVersion);
        }

        @Override
        public Optional<SchemaType.Struct> type(String apiVersion) {
          return Widgets.type(apiVersion);
        }
      };

  private static Obj widget(String spec) {
    return obj(
        "{'apiVersion':'example.dev/v1','kind':'Widget','metadata':{'name':'w'},'spec':%s}"
            .formatted(spec));
  }

  private static Write write(String manager, Instant now) {
    return new Write(manager, Widgets.V1, "", now, List.of("status"));
  }

  private static Write status(String manager, Instant now) {
    return new Write(manager, Widgets.V1, "status", now, List.of("spec"));
  }

  private static Obj created(String manager, String spec) {
    return ManagedFields.updated(Optional.empty(), widget(spec), write(manager, FIRST), VERSIONS);
  }

  private static Obj updated(Obj live, Obj written, Write write) {
    return ManagedFields.updated(Optional.of(live), written, write, VERSIONS);
  }

  /** The live object with another spec, as a client would send it after a get. */
  private static Obj changed(Obj live, String spec) {
    return live.with("spec", obj(spec));
  }

  private static Obj applied(Obj live, String manager, String spec) {
    return merged(
        ManagedFields.apply(
            Optional.of(live), widget(spec), write(manager, LATER), false, VERSIONS));
  }

  private static Obj merged(Applied applied) {
    return switch (applied) {
      case Applied.Merged(var object) -> object;
      case Applied.Conflicts(_, var message) -> throw new AssertionError(message);
    };
  }

  private static Applied.Conflicts conflicts(Obj live, String manager, String spec) {
    return (Applied.Conflicts)
        ManagedFields.apply(
            Optional.of(live), widget(spec), write(manager, LATER), false, VERSIONS);
  }

  private static List<Obj> entries(Obj object) {
    return object.objects("metadata", "managedFields");
  }

  private static Obj fieldsOf(Obj object, String manager) {
    return entries(object).stream()
        .filter(entry -> entry.text("manager").equals(manager))
        .findFirst()
        .orElseThrow(() -> new AssertionError(manager + " owns nothing of " + object))
        .object("fieldsV1");
  }

  @Test
  void who_creates_owns_what_is_set() {
    var object =
        created(
            "alice",
            "{'replicas':1,'limits':{'a':'1'},'tags':['x'],'args':['y'],'selector':{'s':'1'},"
                + "'containers':[{'name':'c','image':'i','ports':[{'port':80}]}]}");

    assertThat(entries(object))
        .containsExactly(
            obj(
                "{'manager':'alice','operation':'Update','apiVersion':'example.dev/v1',"
                    + "'time':'2026-01-01T00:00:00Z','fieldsType':'FieldsV1','fieldsV1':{'f:spec':{"
                    + "'f:args':{},"
                    + "'f:containers':{'.':{},'k:{\\'name\\':\\'c\\'}':{'.':{},'f:image':{},'f:name':{},"
                    + "'f:ports':{'.':{},'k:{\\'port\\':80,\\'protocol\\':\\'TCP\\'}':{'.':{},'f:port':{}}}}},"
                    + "'f:limits':{'.':{},'f:a':{}},'f:replicas':{},'f:selector':{},"
                    + "'f:tags':{'.':{},'v:\\'x\\'':{}}}}}"));
  }

  @Test
  void nobody_owns_what_the_server_sets_or_an_endpoint_resets() {
    var written =
        widget("{'replicas':1}")
            .with("metadata", obj("{'name':'w','uid':'u','generation':1,'labels':{'a':'b'}}"))
            .with("status", obj("{'phase':'Ready'}"));

    var object = ManagedFields.updated(Optional.empty(), written, write("alice", FIRST), VERSIONS);

    assertThat(fieldsOf(object, "alice"))
        .isEqualTo(obj("{'f:metadata':{'f:labels':{'.':{},'f:a':{}}},'f:spec':{'f:replicas':{}}}"));
  }

  @Test
  void an_update_takes_what_it_changes_and_drops_what_is_gone() {
    var live = created("alice", "{'replicas':1,'title':'t','paused':true}");

    var after = updated(live, changed(live, "{'replicas':2,'paused':true}"), write("bob", LATER));

    assertThat(fieldsOf(after, "alice")).isEqualTo(obj("{'f:spec':{'f:paused':{}}}"));
    assertThat(fieldsOf(after, "bob")).isEqualTo(obj("{'f:spec':{'f:replicas':{}}}"));
    assertThat(entries(after))
        .extracting(entry -> entry.text("time"))
        .containsExactly("2026-01-01T00:00:00Z", "2026-01-01T00:01:00Z");
  }

  @Test
  void an_update_that_changes_nothing_changes_no_owner_and_no_time() {
    var live = created("alice", "{'replicas':1}");

    assertThat(updated(live, live, write("bob", LATER))).isEqualTo(live);
    assertThat(updated(live, live.without(List.of("metadata", "managedFields")), write("a", LATER)))
        .as("a client that does not know owners does not lose them")
        .isEqualTo(live);
  }

  @Test
  void writes_of_the_same_manager_share_an_entry_unless_version_or_subresource_differ() {
    var live = created("alice", "{'replicas':1}");

    var same = updated(live, changed(live, "{'replicas':1,'title':'t'}"), write("alice", LATER));
    assertThat(entries(same)).hasSize(1);

    var two = updated(live, live.with("status", obj("{'phase':'Ready'}")), status("alice", LATER));
    assertThat(entries(two)).hasSize(2);
    assertThat(entries(two).getLast().text("subresource")).isEqualTo("status");
    assertThat(entries(two).getLast().object("fieldsV1"))
        .isEqualTo(obj("{'f:status':{'f:phase':{}}}"));

    var other =
        updated(
            Widgets.inVersion(live, Widgets.V2),
            Widgets.inVersion(live, Widgets.V2).with("spec", obj("{'replicas':2}")),
            new Write("alice", Widgets.V2, "", LATER, List.of("status")));
    assertThat(entries(other))
        .extracting(entry -> entry.text("apiVersion"))
        .containsExactly(Widgets.V2);
  }

  @Test
  void owners_can_be_reset_and_are_then_unknown_until_the_first_apply() {
    var live = created("alice", "{'replicas':1}");
    for (var reset : List.of("[]", "[{}]")) {
      var written = live.with(List.of("metadata", "managedFields"), Trees.json(reset));
      var bare = updated(live, written, write("bob", LATER));

      assertThat(bare.find("metadata", "managedFields")).isEmpty();
      assertThat(updated(bare, changed(bare, "{'replicas':2}"), write("bob", LATER)))
          .isEqualTo(changed(bare, "{'replicas':2}"));

      var first = applied(bare, "carol", "{'title':'t'}");
      assertThat(fieldsOf(first, "before-first-apply"))
          .isEqualTo(obj("{'f:spec':{'f:replicas':{}}}"));
      assertThat(fieldsOf(first, "carol")).isEqualTo(obj("{'f:spec':{'f:title':{}}}"));
    }
  }

  @Test
  void owners_written_by_hand_count_if_they_make_sense_and_come_with_the_object_itself() {
    var live = created("alice", "{'replicas':1}");
    var entries =
        Trees.json(
            "[{'manager':'eve','operation':'Update','apiVersion':'example.dev/v1',"
                + "'fieldsType':'FieldsV1','fieldsV1':{'f:spec':{'f:replicas':{}}}}]");
    var written = live.with(List.of("metadata", "managedFields"), entries);
    var nonsense =
        live.with(List.of("metadata", "managedFields"), Trees.json("[{'operation':'Guess'}]"));

    assertThat(updated(live, written, write("bob", LATER))).isEqualTo(written);
    assertThat(updated(live, written, status("bob", LATER))).isEqualTo(live);
    assertThat(updated(live, nonsense, write("bob", LATER))).isEqualTo(live);
  }

  @Test
  void the_oldest_of_more_than_ten_updates_are_put_together() {
    var live = created("m0", "{'limits':{'l0':'x'}}");
    for (int i = 1; i < 15; i++) {
      var next = live.with(List.of("spec", "limits", "l" + i), Json.of("x"));
      live = updated(live, next, write("m" + i, FIRST.plusSeconds(i)));
    }

    assertThat(entries(live))
        .extracting(entry -> entry.text("manager"))
        .containsExactly(
            "ancient-changes", "m6", "m7", "m8", "m9", "m10", "m11", "m12", "m13", "m14");
    assertThat(fieldsOf(live, "ancient-changes").object("f:spec", "f:limits").fields())
        .containsOnlyKeys(".", "f:l0", "f:l1", "f:l2", "f:l3", "f:l4", "f:l5");
  }

  @Test
  void apply_creates_merges_and_removes_what_is_no_longer_applied() {
    var first =
        merged(
            ManagedFields.apply(
                Optional.empty(),
                widget("{'title':'t','limits':{'a':'1','b':'2'}}"),
                write("alice", FIRST),
                false,
                VERSIONS));
    assertThat(fieldsOf(first, "alice"))
        .isEqualTo(obj("{'f:spec':{'f:limits':{'f:a':{},'f:b':{}},'f:title':{}}}"));
    assertThat(entries(first).getFirst().text("operation")).isEqualTo("Apply");

    var updated =
        updated(
            first,
            changed(first, "{'title':'t','limits':{'a':'1','b':'2','c':'3'}}"),
            write("bob", FIRST));
    var second = applied(updated, "alice", "{'limits':{'b':'2'}}");

    assertThat(second.object("spec")).isEqualTo(obj("{'limits':{'b':'2','c':'3'}}"));
  }

  @Test
  void what_another_owner_has_too_stays() {
    var one = applied(created("eve", "{}"), "alice", "{'title':'t','tags':['a','b']}");
    var two = applied(one, "bob", "{'title':'t','tags':['b']}");
    var three = applied(two, "alice", "{'tags':['a']}");

    assertThat(three.object("spec")).isEqualTo(obj("{'title':'t','tags':['a','b']}"));
    assertThat(fieldsOf(three, "alice")).isEqualTo(obj("{'f:spec':{'f:tags':{'v:\\'a\\'':{}}}}"));
    assertThat(applied(three, "bob", "{}").object("spec")).isEqualTo(obj("{'tags':['a']}"));
  }

  @Test
  void a_repeated_apply_is_the_live_object_itself() {
    var live = applied(created("eve", "{'replicas':1}"), "alice", "{'title':'t'}");
    var again =
        merged(
            ManagedFields.apply(
                Optional.of(live),
                widget("{'title':'t'}"),
                write("alice", LATER.plusSeconds(100)),
                false,
                VERSIONS));

    assertThat(again.toText()).isEqualTo(live.toText());
  }

  @Test
  void a_value_of_another_owner_is_a_conflict_in_words_that_kubectl_knows() {
    var live = created("kubectl-client-side-apply", "{'replicas':1,'title':'t'}");

    var one = conflicts(live, "alice", "{'replicas':2}");

    assertThat(one.message())
        .isEqualTo(
            "Apply failed with 1 conflict: conflict with \"kubectl-client-side-apply\" using"
                + " example.dev/v1: .spec.replicas");
    assertThat(one.conflicts())
        .containsExactly(
            new Conflict(
                "kubectl-client-side-apply",
                ".spec.replicas",
                "conflict with \"kubectl-client-side-apply\" using example.dev/v1"));

    assertThat(conflicts(live, "alice", "{'replicas':2,'title':'u'}").message())
        .isEqualTo(
            "Apply failed with 2 conflicts: conflicts with \"kubectl-client-side-apply\" using"
                + " example.dev/v1:\n- .spec.replicas\n- .spec.title");
  }

  @Test
  void conflicts_name_items_subresources_and_those_who_apply() {
    var live = applied(created("eve", "{}"), "bob", "{'containers':[{'name':'c','image':'1'}]}");
    var ready = updated(live, live.with("status", obj("{'phase':'Ready'}")), status("node", LATER));

    assertThat(conflicts(ready, "alice", "{'containers':[{'name':'c','image':'2'}]}").message())
        .isEqualTo(
            "Apply failed with 1 conflict: conflict with \"bob\":"
                + " .spec.containers[name=\"c\"].image");
    var status =
        ManagedFields.apply(
            Optional.of(ready),
            widget("{}").with("status", obj("{'phase':'Lost'}")),
            status("alice", LATER),
            false,
            VERSIONS);
    assertThat(((Applied.Conflicts) status).message())
        .isEqualTo(
            "Apply failed with 1 conflict: conflict with \"node\" with subresource \"status\" using"
                + " example.dev/v1: .status.phase");
  }

  @Test
  void force_takes_the_field() {
    var live = created("eve", "{'replicas':1,'title':'t'}");

    var after =
        merged(
            ManagedFields.apply(
                Optional.of(live), widget("{'replicas':2}"), write("bob", LATER), true, VERSIONS));

    assertThat(after.number("spec", "replicas")).contains(2L);
    assertThat(fieldsOf(after, "eve")).isEqualTo(obj("{'f:spec':{'f:title':{}}}"));
    assertThat(fieldsOf(after, "bob")).isEqualTo(obj("{'f:spec':{'f:replicas':{}}}"));
  }

  @Test
  void owners_by_another_version_are_seen_in_theirs() {
    var live = created("eve", "{'title':'t','replicas':1}");
    var two = Widgets.inVersion(live, Widgets.V2);
    var config = widget("{'caption':'u'}").with("apiVersion", Json.of(Widgets.V2));
    var write = new Write("bob", Widgets.V2, "", LATER, List.of("status"));

    var conflicts =
        (Applied.Conflicts) ManagedFields.apply(Optional.of(two), config, write, false, VERSIONS);
    assertThat(conflicts.conflicts()).extracting(Conflict::field).containsExactly(".spec.title");

    var forced = merged(ManagedFields.apply(Optional.of(two), config, write, true, VERSIONS));
    assertThat(fieldsOf(forced, "eve")).isEqualTo(obj("{'f:spec':{'f:replicas':{}}}"));
    assertThat(fieldsOf(forced, "bob")).isEqualTo(obj("{'f:spec':{'f:caption':{}}}"));
  }

  @Test
  void owners_by_a_version_that_is_gone_are_dropped() {
    var live = created("eve", "{'replicas':1}");
    var entry = entries(live).getFirst().with("apiVersion", Json.of("example.dev/v0"));
    var old = live.with(List.of("metadata", "managedFields"), Json.Arr.of(entry));

    var after = updated(old, changed(old, "{'replicas':2}"), write("bob", LATER));

    assertThat(entries(after)).extracting(e -> e.text("manager")).containsExactly("bob");
  }

  @Test
  void an_apply_that_makes_no_sense_is_malformed() {
    refused(widget("{'tags':['a','a']}"), ".spec.tags: duplicate entries for key [=\"a\"]");
    refused(
        widget("{'containers':[{'name':'c','ports':[{'port':1},{'port':1,'protocol':'TCP'}]}]}"),
        ".spec.containers[name=\"c\"].ports: duplicate entries for key [port=1,protocol=\"TCP\"]");
    refused(widget("{'typo':1}"), ".spec.typo: field not declared in schema");
    refused(widget("{'replicas':'x'}"), ".spec.replicas: expected numeric");
    refused(widget("{'containers':[{}]}"), "omits all key fields");
    refused(
        widget("{}").with(List.of("metadata", "managedFields"), Json.of(List.of())),
        "metadata.managedFields must be nil");
    refused(widget("{}").with("kind", Json.of("Gadget")), "Kind=Gadget");
    refused(widget("{}").with("apiVersion", Json.of("example.dev/v2")), "invalid object type");
  }

  private static void refused(Obj applied, String words) {
    var live = Optional.of(created("eve", "{}"));
    assertThatExceptionOfType(PatchMistake.class)
        .isThrownBy(() -> ManagedFields.apply(live, applied, write("bob", LATER), false, VERSIONS))
        .withMessageContaining(words)
        .satisfies(mistake -> assertThat(mistake.sort()).isEqualTo(Sort.MALFORMED));
  }

  @Test
  void what_kubectl_applied_by_annotation_is_no_conflict_for_kubectl() {
    var annotation = "kubectl.kubernetes.io/last-applied-configuration";
    var config = widget("{'replicas':1,'title':'t'}");
    var written =
        config.with(List.of("metadata", "annotations", annotation), Json.of(config.toText()));
    var live =
        ManagedFields.updated(
            Optional.empty(), written, write("kubectl-client-side-apply", FIRST), VERSIONS);

    var after = applied(live, "kubectl", "{'replicas':2,'title':'t'}");

    assertThat(after.number("spec", "replicas")).contains(2L);
    assertThat(after.text("metadata", "annotations", annotation))
        .isEqualTo(
            "{\"apiVersion\":\"example.dev/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"w\"},"
                + "\"spec\":{\"replicas\":2,\"title\":\"t\"}}\n");
    assertThat(conflicts(live, "other", "{'replicas':2}").conflicts()).hasSize(1);
    var meddled =
        updated(live, live.with(List.of("spec", "replicas"), Json.of(5)), write("eve", LATER));
    assertThat(conflicts(meddled, "kubectl", "{'replicas':2,'title':'u'}").conflicts())
        .extracting(Conflict::manager)
        .containsExactly("eve");
  }

  @Test
  void items_that_are_there_twice_are_owned_as_one() {
    var live = created("eve", "{'tags':['a','b','a']}");

    assertThat(fieldsOf(live, "eve").object("f:spec", "f:tags").fields())
        .containsOnlyKeys(".", "v:\"a\"", "v:\"b\"");
    assertThat(applied(live, "bob", "{'tags':['c']}").texts("spec", "tags"))
        .containsExactly("a", "b", "a", "c");
  }

  @Test
  void a_list_whose_items_cannot_be_told_apart_keeps_the_owners_as_they_were() {
    var live = created("eve", "{'replicas':1}");

    var after = updated(live, changed(live, "{'containers':[{'image':'x'}]}"), write("b", LATER));

    assertThat(entries(after)).isEqualTo(entries(live));
  }

  @Test
  void times_alone_are_no_change() {
    var live = created("eve", "{'replicas':1}");
    var entry = entries(live).getFirst().with("time", Json.of("2027-01-01T00:00:00Z"));
    var result = live.with(List.of("metadata", "managedFields"), Json.Arr.of(entry));

    assertThat(ManagedFields.settled(live, result)).isSameAs(live);
    var other = changed(result, "{'replicas':2}");
    assertThat(ManagedFields.settled(live, other)).isSameAs(other);
  }

  @Test
  void a_field_applied_as_null_is_owned_and_gone() {
    var live = applied(created("eve", "{'title':'t'}"), "bob", "{'replicas':1}");

    var after = applied(live, "bob", "{'replicas':null}");

    assertThat(after.object("spec")).isEqualTo(obj("{'title':'t'}"));
    assertThat(fieldsOf(after, "bob")).isEqualTo(obj("{'f:spec':{'f:replicas':{}}}"));
  }
}
