package dev.dray.registry;

import static dev.dray.registry.Desk.by;
import static dev.dray.registry.Desk.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.kinds.StatusError;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RacesTest {
  private static final int THREADS = 16;
  private static final int ROUNDS = 25;
  private static final List<String> COUNT = List.of("metadata", "annotations", "count");

  private final Desk desk = new Desk();

  @AfterEach
  void close() {
    desk.close();
  }

  private static <T> List<T> together(Callable<T> work) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var started = new ArrayList<Future<T>>();
      IntStream.range(0, THREADS).forEach(_ -> started.add(threads.submit(work)));
      var results = new ArrayList<T>();
      for (var one : started) {
        results.add(one.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  @Test
  void whoever_reads_changes_and_writes_again_on_conflict_loses_nothing() throws Exception {
    desk.create("configmaps", "{metadata: {name: a, annotations: {count: '0'}}}");

    together(
        () -> {
          for (int done = 0; done < ROUNDS; ) {
            done += increment() ? 1 : 0;
          }
          return true;
        });

    assertThat(desk.read("configmaps", "a").text("metadata", "annotations", "count"))
        .isEqualTo(Integer.toString(THREADS * ROUNDS));
  }

  private boolean increment() {
    var object = desk.read("configmaps", "a");
    int count = Integer.parseInt(object.text("metadata", "annotations", "count"));
    try {
      desk.update("configmaps", object.with(COUNT, Json.of(Integer.toString(count + 1))));
      return true;
    } catch (StatusError e) {
      assertThat(e.reason()).isEqualTo(StatusError.Reason.CONFLICT);
      return false;
    }
  }

  @Test
  void patches_without_a_resource_version_all_get_through() throws Exception {
    desk.create("configmaps", "{metadata: {name: a}}");

    var names =
        together(
            () -> {
              var key = "k" + Thread.currentThread().threadId();
              desk.patch(
                  "configmaps", "a", PatchRequest.Sort.MERGE, "{data: {%s: v}}".formatted(key));
              return key;
            });

    assertThat(desk.read("configmaps", "a").object("data").fields().keySet())
        .containsExactlyInAnyOrderElementsOf(names);
  }

  @Test
  void only_one_creates_a_name() throws Exception {
    var made =
        together(
            () -> {
              try {
                desk.create("configmaps", "{metadata: {name: a}}");
                return 1;
              } catch (StatusError e) {
                assertThat(e.reason()).isEqualTo(StatusError.Reason.ALREADY_EXISTS);
                return 0;
              }
            });

    assertThat(made.stream().mapToInt(it -> it).sum()).isEqualTo(1);
  }

  @Test
  void a_quota_is_never_exceeded() throws Exception {
    desk.create("resourcequotas", "{metadata: {name: q}, spec: {hard: {configmaps: '20'}}}");
    desk.registry.patch(
        desk.part("resourcequotas", "q", "status"),
        new PatchRequest(
            PatchRequest.Sort.MERGE,
            tree("{status: {hard: {configmaps: '20'}, used: {configmaps: '0'}}}"),
            List.of()),
        by("collector"));

    var made =
        together(
            () -> {
              int own = 0;
              for (int i = 0; i < 4; i++) {
                try {
                  desk.create("configmaps", "{metadata: {generateName: a-}}");
                  own++;
                } catch (StatusError e) {
                  assertThat(e.reason().code()).as(e.getMessage()).isIn(403, 409);
                }
              }
              return own;
            });

    assertThat(made.stream().mapToInt(it -> it).sum()).isEqualTo(20);
    assertThat(desk.list("configmaps", "", "").items()).hasSize(20);
    assertThat(desk.read("resourcequotas", "q").text("status", "used", "configmaps"))
        .isEqualTo("20");
  }
}
