package dev.dray.kinds;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FrozenMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** The fields by which objects of a kind can be selected, and how their values are found. */
public record FieldLabels(Map<String, Function<Json.Obj, String>> values) {
  public FieldLabels {
    values = FrozenMap.copyOf(values);
  }

  /** Returns the labels of every kind: the name, and the namespace if the kind is namespaced. */
  public static FieldLabels standard(Resource.Scope scope) {
    var values = new LinkedHashMap<String, Function<Json.Obj, String>>();
    values.put("metadata.name", object -> object.text("metadata", "name"));
    if (scope == Resource.Scope.NAMESPACED) {
      values.put("metadata.namespace", object -> object.text("metadata", "namespace"));
    }
    return new FieldLabels(values);
  }

  /** Returns these labels with one more. */
  public FieldLabels with(String name, Function<Json.Obj, String> value) {
    var more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new FieldLabels(more);
  }
}
