package dev.dray.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.json.Json;
import dev.dray.security.User;
import org.junit.jupiter.api.Test;

class EventTest {
  private static final String NEWER =
      """
      apiVersion: events.k8s.io/v1
      kind: Event
      metadata: {name: e2, namespace: x}
      eventTime: "2026-05-05T09:00:00.123456Z"
      reportingController: a.b/c
      reportingInstance: i
      action: A
      reason: R
      note: what happened
      type: Warning
      regarding: {kind: Pod, name: p, namespace: x}
      series: {count: 2, lastObservedTime: "2026-05-05T09:30:00.000000Z"}
      """;

  private final Kinds kinds = new World().kinds;
  private final Resource core = kinds.find("", "events").orElseThrow();
  private final Resource newer = kinds.find("events.k8s.io", "events").orElseThrow();

  private Prepared createdNewer(String yaml) {
    var decoded = newer.strategy().decode(World.tree(yaml), "v1", FieldValidation.STRICT);
    assertThat(decoded.errors()).isEmpty();
    return newer.strategy().create(decoded.draft(), World.by(User.SERVER, "create"));
  }

  @Test
  void both_groups_have_the_same_events_in_one_place() {
    assertThat(newer.key("x", "e")).isEqualTo(core.key("x", "e"));
    assertThat(core.lifetime()).isPresent();
    assertThat(newer.lifetime()).isEqualTo(core.lifetime());
  }

  @Test
  void an_event_written_in_one_group_can_be_read_in_the_other() {
    var created = createdNewer(NEWER);

    assertThat(World.messages(created)).isEmpty();
    var old = core.strategy().encode(created.object(), "v1");
    assertThat(old.text("apiVersion")).isEqualTo("v1");
    assertThat(old.text("message")).isEqualTo("what happened");
    assertThat(old.text("involvedObject", "name")).isEqualTo("p");
    assertThat(old.text("reportingComponent")).isEqualTo("a.b/c");
    assertThat(newer.strategy().encode(created.object(), "v1")).isEqualTo(World.tree(NEWER));
  }

  @Test
  void the_table_tells_when_how_often_and_to_what() {
    assertThat(
            core.columns().cells(createdNewer(NEWER).object(), World.NOW).stream()
                .map(Json::toText))
        .containsExactly(
            "\"30m\"",
            "\"Warning\"",
            "\"R\"",
            "\"pod/p\"",
            "\"\"",
            "\"a.b/c, i\"",
            "\"what happened\"",
            "\"59m\"",
            "2",
            "\"e2\"");
  }

  @Test
  void the_newer_group_is_strict() {
    var event =
        createdNewer(
            """
            metadata: {name: e3, namespace: x}
            eventTime: "2026-05-05T09:00:00.000000Z"
            type: Foo
            regarding: {kind: Pod, name: p, namespace: x}
            series: {count: 1}
            deprecatedCount: 3
            deprecatedSource: {component: x}
            reportingController: c
            """);

    assertThat(World.messages(event))
        .containsExactlyInAnyOrder(
            "reportingInstance: Required value",
            "action: Required value",
            "reason: Required value",
            "series.count: Invalid value: \"\": should be at least 2",
            "series.lastObservedTime: Required value",
            "type: Invalid value: \"\": has invalid value: Foo",
            "count: Invalid value: \"\": needs to be unset",
            "source: Invalid value: \"\": needs to be unset");
  }

  @Test
  void in_the_newer_group_an_event_tells_the_same_for_good() {
    var stored = createdNewer(NEWER).object();
    var changed = stored.with("message", Json.of("other"));

    var updated =
        newer.strategy().update(new Draft.OfTree(changed), stored, World.by(User.SERVER, "update"));

    assertThat(World.messages(updated))
        .containsExactly("message: Invalid value: \"other\": field is immutable");
    assertThat(
            core.strategy()
                .update(new Draft.OfTree(changed), stored, World.by(User.SERVER, "update"))
                .violations()
                .isEmpty())
        .isTrue();
  }

  @Test
  void an_event_is_in_the_namespace_of_what_it_tells_of() {
    var event = World.tree("metadata: {name: e, namespace: x}\ninvolvedObject: {namespace: z}\n");

    var created =
        core.strategy()
            .create(
                core.strategy().decode(event, "v1", FieldValidation.STRICT).draft(),
                World.by(User.SERVER, "create"));

    assertThat(World.messages(created))
        .containsExactly(
            "involvedObject.namespace: Invalid value: \"z\": does not match event.namespace");
  }

  @Test
  void events_can_be_selected_by_what_they_tell_of_in_each_groups_words() {
    assertThat(core.fieldLabels().values()).containsKeys("involvedObject.name", "reason", "source");
    assertThat(newer.fieldLabels().values()).containsKeys("regarding.name", "reportingController");
    assertThat(World.selected(newer, "regarding.name", createdNewer(NEWER).object()))
        .isEqualTo("p");
  }
}
