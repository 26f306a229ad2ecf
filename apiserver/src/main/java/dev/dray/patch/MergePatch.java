package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Null;
import dev.dray.api.json.Json.Obj;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/** Merge patches (RFC 7386), as kube-apiserver's library applies them. */
final class MergePatch {
  private MergePatch() {}

  static Json apply(Json target, Json patch) {
    if (!(patch instanceof Obj changes)) {
      throw PatchMistake.malformed(
          "error decoding patch: a merge patch is an object, but this is %s"
              .formatted(PatchMessages.kindOf(patch)));
    }
    return target instanceof Obj object ? merged(object, changes) : withoutNulls(changes);
  }

  private static Obj merged(Obj target, Obj patch) {
    var fields = new LinkedHashMap<>(target.fields());
    patch
        .fields()
        .forEach(
            (name, change) -> {
              if (change instanceof Null) {
                fields.remove(name);
              } else {
                var old = fields.getOrDefault(name, Null.NULL);
                fields.put(name, value(old, change));
              }
            });
    return new Obj(fields);
  }

  private static Json value(Json old, Json change) {
    if (!(old instanceof Obj object)) {
      return withoutNulls(change);
    }
    return change instanceof Obj changes ? merged(object, changes) : change;
  }

  /**
   * Returns the value without null fields. Objects in lists lose them too, which RFC 7386 does not
   * ask for but the library that clients know does.
   */
  static Json withoutNulls(Json json) {
    return switch (json) {
      case Obj(var fields) -> {
        var kept = new LinkedHashMap<String, Json>();
        fields.forEach(
            (name, value) -> {
              if (!(value instanceof Null)) {
                kept.put(name, withoutNulls(value));
              }
            });
        yield new Obj(kept);
      }
      case Arr(var items) -> {
        var kept = new ArrayList<Json>(items.size());
        items.forEach(item -> kept.add(withoutNulls(item)));
        yield new Arr(kept);
      }
      case Json.Str _, Json.Num _, Json.Bool _, Null _ -> json;
    };
  }
}
