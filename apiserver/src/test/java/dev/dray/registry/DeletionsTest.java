package dev.dray.registry;

import static dev.dray.registry.Desk.by;
import static dev.dray.registry.Desk.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.kinds.StatusError.Reason;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DeletionsTest {
  private static final String HELD = "{metadata: {name: a, finalizers: [example.com/mine]}}";

  private final Desk desk = new Desk();

  @AfterEach
  void close() {
    desk.close();
  }

  @Test
  void what_is_deleted_is_gone_and_the_answer_says_so() {
    var made = desk.create("configmaps", "{metadata: {name: a}}");

    var writeResult = desk.delete("configmaps", "a", "{}");

    assertThat(writeResult.object())
        .isEqualTo(
            Json.obj(
                "kind",
                "Status",
                "apiVersion",
                "v1",
                "metadata",
                Json.Obj.EMPTY,
                "status",
                "Success",
                "details",
                Json.obj("name", "a", "kind", "configmaps", "uid", made.text("metadata", "uid"))));
    var error = refused(() -> desk.delete("configmaps", "a", "{}"));
    assertThat(error.reason()).isEqualTo(Reason.NOT_FOUND);
    assertThat(error).hasMessage("configmaps \"a\" not found");
  }

  @Test
  void preconditions_must_hold() {
    var made = desk.create("configmaps", "{metadata: {name: a}}");

    for (var wrong : List.of("uid: other", "resourceVersion: '1'")) {
      var error =
          refused(() -> desk.delete("configmaps", "a", "{preconditions: {%s}}".formatted(wrong)));
      assertThat(error.reason()).isEqualTo(Reason.CONFLICT);
    }
    desk.delete(
        "configmaps",
        "a",
        "{preconditions: {uid: '%s', resourceVersion: '%s'}}"
            .formatted(made.text("metadata", "uid"), made.text("metadata", "resourceVersion")));
    assertThat(desk.find("configmaps", "a")).isEmpty();
  }

  @Test
  void a_finalizer_keeps_it_until_it_is_taken_away() {
    desk.create("configmaps", HELD);

    var marked = desk.delete("configmaps", "a", "{}").object();
    assertThat(marked.text("metadata", "deletionTimestamp")).isEqualTo("2026-05-05T10:00:00Z");
    assertThat(marked.number("metadata", "deletionGracePeriodSeconds")).contains(0L);
    long before = desk.store.revision();
    desk.delete("configmaps", "a", "{}");
    assertThat(desk.store.revision()).as("deleted again").isEqualTo(before);

    var error =
        refused(
            () ->
                desk.patch(
                    "configmaps",
                    "a",
                    PatchRequest.Sort.MERGE,
                    "{metadata: {finalizers: [example.com/mine, example.com/new]}}"));
    assertThat(error.reason()).isEqualTo(Reason.INVALID);
    assertThat(error).hasMessageContaining("no new finalizers can be added");

    desk.patch("configmaps", "a", PatchRequest.Sort.MERGE, "{metadata: {finalizers: null}}");
    assertThat(desk.find("configmaps", "a")).isEmpty();
  }

  @Test
  void a_deletion_cannot_be_taken_back() {
    desk.create("configmaps", HELD);
    desk.delete("configmaps", "a", "{}");

    var kept =
        desk.patch(
            "configmaps", "a", PatchRequest.Sort.MERGE, "{metadata: {deletionTimestamp: null}}");

    assertThat(kept.text("metadata", "deletionTimestamp")).isNotEmpty();
  }

  @Test
  void a_pod_on_a_node_has_its_grace_and_can_only_go_sooner() {
    desk.create(
        "pods", "{metadata: {name: p}, spec: {nodeName: node, containers: [{name: c, image: i}]}}");

    var marked = desk.delete("pods", "p", "{}").object();
    assertThat(marked.number("metadata", "deletionGracePeriodSeconds")).contains(30L);
    assertThat(marked.text("metadata", "deletionTimestamp")).isEqualTo("2026-05-05T10:00:30Z");

    var later = desk.delete("pods", "p", "{gracePeriodSeconds: 60}").object();
    assertThat(later.number("metadata", "deletionGracePeriodSeconds")).contains(30L);
    var sooner = desk.delete("pods", "p", "{gracePeriodSeconds: 5}").object();
    assertThat(sooner.number("metadata", "deletionGracePeriodSeconds")).contains(5L);

    desk.delete("pods", "p", "{gracePeriodSeconds: 0}");
    assertThat(desk.find("pods", "p")).isEmpty();
  }

  @Test
  void any_number_is_a_grace_period() {
    for (var seconds : List.of(Long.MAX_VALUE, Long.MIN_VALUE, -1L)) {
      desk.create(
          "pods",
          "{metadata: {generateName: p-}, spec: {nodeName: node, containers: [{name: c, image:"
              + " i}]}}");
      var name = Desk.names(desk.list("pods", "", "")).getLast();
      var marked =
          desk.delete("pods", name, "{gracePeriodSeconds: %d}".formatted(seconds)).object();
      assertThat(marked.number("metadata", "deletionGracePeriodSeconds").orElseThrow())
          .isIn(1L, (long) Integer.MAX_VALUE);
      desk.delete("pods", name, "{gracePeriodSeconds: 0}");
    }
  }

  @Test
  void a_pod_on_no_node_goes_at_once() {
    desk.create("pods", "{metadata: {name: p}, spec: {containers: [{name: c, image: i}]}}");

    desk.delete("pods", "p", "{}");

    assertThat(desk.find("pods", "p")).isEmpty();
  }

  @Test
  void what_becomes_of_dependents_is_left_to_the_collector() {
    desk.create("configmaps", "{metadata: {name: a}}");
    desk.create("configmaps", "{metadata: {name: b}}");
    desk.create("configmaps", "{metadata: {name: c}}");

    desk.delete("configmaps", "a", "{propagationPolicy: Foreground}");
    desk.delete("configmaps", "b", "{propagationPolicy: Orphan}");
    desk.delete("configmaps", "c", "{propagationPolicy: Background}");

    assertThat(desk.read("configmaps", "a").texts("metadata", "finalizers"))
        .containsExactly("foregroundDeletion");
    assertThat(desk.read("configmaps", "b").texts("metadata", "finalizers"))
        .containsExactly("orphan");
    assertThat(desk.find("configmaps", "c")).isEmpty();
    assertThat(refused(() -> desk.delete("configmaps", "a", "{propagationPolicy: X}")).reason())
        .isEqualTo(Reason.INVALID);
    assertThat(
            refused(
                    () ->
                        desk.delete(
                            "configmaps",
                            "a",
                            "{orphanDependents: true, propagationPolicy: Orphan}"))
                .reason())
        .isEqualTo(Reason.INVALID);
  }

  @Test
  void a_collection_is_deleted_as_it_is_selected() {
    for (int i = 0; i < 6; i++) {
      desk.create(
          "configmaps", "{metadata: {name: a%d, labels: {odd: '%s'}}}".formatted(i, i % 2 == 1));
    }
    var target = desk.target("configmaps", "");

    var deleted =
        desk.registry.deleteAll(
            target,
            ListSelection.parse(target.resource(), "odd=true", ""),
            DeleteOptions.PLAIN,
            by("test"));

    assertThat(deleted.objects().stream().map(it -> it.text("metadata", "name")))
        .containsExactly("a1", "a3", "a5");
    assertThat(Desk.names(desk.list("configmaps", "", ""))).containsExactly("a0", "a2", "a4");
  }

  @Test
  void a_namespace_that_ends_waits_and_takes_nothing_new() {
    desk.delete("namespaces", "ns", "{}");

    assertThat(desk.read("namespaces", "ns").text("status", "phase")).isEqualTo("Terminating");
    var error = refused(() -> desk.create("configmaps", "{metadata: {name: a}}"));
    assertThat(error.reason()).isEqualTo(Reason.FORBIDDEN);
    assertThat(error).hasMessageContaining("because it is being terminated");
  }
}
