package dev.dray.patch;

import dev.dray.api.codec.ObjectTrees.Parsed;
import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Obj;
import dev.dray.patch.ManagedFields.Applied;
import dev.dray.patch.ManagedFields.Apply;
import dev.dray.patch.ManagedFields.Result;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The annotation in which client-side {@code kubectl apply} keeps what it applied.
 *
 * <p>A user who migrates to server-side apply has no conflict over fields on which this annotation
 * and the live object agree, and the annotation is kept up to date for the way back.
 */
final class LastApplied {
  /** The only manager to which this applies. */
  static final String MANAGER = "kubectl";

  private static final List<String> AT =
      List.of("metadata", "annotations", "kubectl.kubernetes.io/last-applied-configuration");
  private static final int MOST_ANNOTATION_BYTES = 256 << 10;

  private LastApplied() {}

  /** Returns the result, forced if the annotation explains all its conflicts. */
  static Result forgiving(Apply apply, Result result) {
    if (result.clashes().isEmpty()) {
      return result;
    }
    var explained = apply.live().flatMap(live -> agreed(apply, live)).orElse(FieldSet.EMPTY);
    var rest = result.clashes().stream().filter(clash -> !explained.has(clash.path())).toList();
    return rest.isEmpty() ? apply.carriedOut(true) : new Result(ManagedFields.answer(rest), rest);
  }

  /** Returns the fields on which the annotation and the live object agree. */
  private static Optional<FieldSet> agreed(Apply apply, Obj live) {
    var text = live.text(AT.toArray(String[]::new));
    var parsed = PathElement.Parser.JSON.parseJson(text.getBytes(StandardCharsets.UTF_8));
    if (!(parsed instanceof Parsed.Tree(Obj last, _))
        || !last.text("apiVersion").equals(apply.write().apiVersion())) {
      return Optional.empty();
    }
    try {
      var then = apply.view(last);
      var now = apply.view(live.without(List.of("metadata", "managedFields")));
      var comparison = then.compared(now, FieldSet.EMPTY);
      return Optional.of(then.fields().minus(comparison.changed()).minus(comparison.removed()));
    } catch (PatchMistake e) {
      return Optional.empty();
    }
  }

  /** Returns the merged object with its annotation, if it has one, brought up to date. */
  static Applied synced(Applied answer, Obj applied) {
    return switch (answer) {
      case Applied.Conflicts conflicts -> conflicts;
      case Applied.Merged(var object) ->
          object.text(AT.toArray(String[]::new)).isEmpty()
              ? answer
              : new Applied.Merged(synced(object, applied));
    };
  }

  private static Obj synced(Obj object, Obj applied) {
    var text = sorted(applied.without(AT)).toText() + "\n";
    var changed = object.with(AT, Json.of(text));
    return size(changed.map("metadata", "annotations")) > MOST_ANNOTATION_BYTES
        ? object.without(AT)
        : changed;
  }

  private static long size(Map<String, String> annotations) {
    return annotations.entrySet().stream()
        .mapToLong(
            annotation ->
                annotation.getKey().getBytes(StandardCharsets.UTF_8).length
                    + annotation.getValue().getBytes(StandardCharsets.UTF_8).length)
        .sum();
  }

  /** Sorts fields by name, as kubectl writes them. */
  private static Json sorted(Json json) {
    return switch (json) {
      case Obj(var fields) -> {
        var sorted = new TreeMap<String, Json>();
        fields.forEach((name, value) -> sorted.put(name, sorted(value)));
        yield new Obj(sorted);
      }
      case Arr(var items) -> new Arr(items.stream().map(LastApplied::sorted).toList());
      case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> json;
    };
  }
}
