package dev.dray.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Obj;
import dev.dray.patch.ManagedFields.Applied;
import dev.dray.patch.ManagedFields.Write;
import dev.dray.schema.SchemaType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Replays random writes and patches with the answers that upstream's own code gave.
 *
 * <p>The cases come from verify/e2e/mergecheck. {@code -Ddray.mergecheck=FILE} replays others.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MergeGoldenTest {
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06.789Z");
  private static final String THEN = "2026-01-02T03:04:05Z";

  private static final ManagedFields.Versions VERSIONS =
      new ManagedFields.Versions() {
        @Override
        public Obj inVersion(Obj object, String apiVersion) {
          return Widgets.inVersion(object, apiVersion);
        }

        @Override
        public Optional<SchemaType.Struct> type(String apiVersion) {
          return Widgets.type(apiVersion);
        }

        @Override
        public Obj blank(String apiVersion) {
          return Obj.EMPTY;
        }
      };

  @Test
  void every_answer_is_upstreams() throws IOException {
    var counts = new TreeMap<String, Integer>();
    var wrong = new ArrayList<String>();
    try (var lines = cases()) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        var given = (Obj) Trees.parsed(line);
        counts.merge(given.text("sort"), 1, Integer::sum);
        var mistake = given.text("sort").equals("owners") ? owners(given) : patch(given);
        mistake.ifPresent(wrong::add);
      }
    }

    System.out.printf("Cases: %s, wrong: %d%n", counts, wrong.size());
    assertThat(wrong.stream().limit(3)).isEmpty();
    assertThat(counts).containsKeys("json", "merge", "owners", "strategic");
  }

  private static BufferedReader cases() throws IOException {
    var file = System.getProperty("dray.mergecheck");
    InputStream in =
        file == null
            ? new GZIPInputStream(MergeGoldenTest.class.getResourceAsStream("mergecheck.jsonl.gz"))
            : Files.newInputStream(Path.of(file));
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  private static Optional<String> patch(Obj given) {
    var target = given.object("target");
    var patch = given.find("patch").orElseThrow();
    Optional<Json> answer;
    try {
      answer =
          Optional.of(
              switch (given.text("sort")) {
                case "json" -> Patches.jsonPatch(target, patch);
                case "merge" -> Patches.mergePatch(target, patch);
                default -> Patches.strategicMerge(target, (Obj) patch, Widgets.ONE);
              });
    } catch (PatchMistake e) {
      answer = Optional.empty();
    }
    return answer.equals(given.find("result"))
        ? Optional.empty()
        : Optional.of(
            "%s%n  we: %s".formatted(given.toText(), answer.map(Json::toText).orElse("refused")));
  }

  private static Optional<String> owners(Obj given) {
    var live = Optional.<Obj>empty();
    for (var step : given.objects("steps")) {
      var answer = take(live, step);
      if (!answer.equals(expected(step))) {
        return Optional.of(
            "live: %s%nstep: %s%n  we: %s"
                .formatted(live.map(Obj::toText).orElse("none"), step.toText(), answer.toText()));
      }
      if (answer.has("live")) {
        live = Optional.of(kept(answer.object("live")));
      }
    }
    return Optional.empty();
  }

  private static Obj expected(Obj step) {
    return step.has("live")
        ? Json.obj("live", step.object("live"))
        : step.has("conflict")
            ? Json.obj("conflict", step.text("conflict"))
            : Json.obj("error", true);
  }

  private static Obj take(Optional<Obj> live, Obj step) {
    var version = step.text("version");
    var write =
        new Write(
            step.text("manager"), version, step.text("subresource"), NOW, step.texts("untouched"));
    var before = live.map(object -> Widgets.inVersion(object, version));
    if (step.text("operation").equals("update")) {
      return shown(ManagedFields.updated(before, step.object("object"), write, VERSIONS));
    }
    try {
      return switch (ManagedFields.apply(
          before, step.object("object"), write, step.truth("force"), VERSIONS)) {
        case Applied.Merged(var object) -> shown(object);
        case Applied.Conflicts(var conflicts, var message) ->
            Json.obj("conflict", message + " " + causes(conflicts));
      };
    } catch (PatchMistake e) {
      return Json.obj("error", true);
    }
  }

  private static String causes(List<ManagedFields.Conflict> conflicts) {
    return Json.strings(
            conflicts.stream()
                .map(conflict -> conflict.message() + ": " + conflict.field())
                .sorted()
                .toList())
        .toText();
  }

  private static Obj shown(Obj result) {
    var object =
        Widgets.inVersion(result, Widgets.V1).with(List.of("metadata", "uid"), Json.of("u"));
    return Json.obj("live", withTimes(object, time -> time.equals(THEN) ? THEN : "now"));
  }

  private static Obj kept(Obj shown) {
    return withTimes(shown, _ -> THEN);
  }

  private static Obj withTimes(Obj object, UnaryOperator<String> change) {
    var path = List.of("metadata", "managedFields");
    if (object.find("metadata", "managedFields").isEmpty()) {
      return object;
    }
    var entries = new ArrayList<Json>();
    for (var entry : object.objects("metadata", "managedFields")) {
      var fields = new LinkedHashMap<>(entry.fields());
      fields.computeIfPresent("time", (_, _) -> Json.of(change.apply(entry.text("time"))));
      entries.add(new Obj(fields));
    }
    return object.with(path, Json.of(entries));
  }
}
