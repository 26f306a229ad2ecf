package dev.dray.client;

import dev.dray.api.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Merge patches and as much of strategic merge patches as components send. */
final class FakePatches {
  private static final String DIRECTIVE = "$patch";
  private static final String FROM_LIST = "$deleteFromPrimitiveList/";

  /** By what the items of these lists are told apart. */
  private static final Map<String, String> KEYS =
      Map.of(
          "conditions", "type",
          "reservedFor", "uid",
          "ownerReferences", "uid",
          "resourceClaimStatuses", "name",
          "containers", "name",
          "initContainers", "name",
          "schedulingGates", "name",
          "taints", "key");

  private FakePatches() {}

  static Json.Obj merge(Json.Obj object, Json.Obj patch) {
    var fields = new LinkedHashMap<>(object.fields());
    patch
        .fields()
        .forEach(
            (name, value) -> {
              switch (value) {
                case Json.Null _ -> fields.remove(name);
                case Json.Obj child -> fields.put(name, merge(object.object(name), child));
                default -> fields.put(name, value);
              }
            });
    return new Json.Obj(fields);
  }

  static Json.Obj strategic(Json.Obj object, Json.Obj patch) {
    var fields = new LinkedHashMap<>(object.fields());
    patch.fields().forEach((name, value) -> put(fields, object, name, value));
    return new Json.Obj(fields);
  }

  private static void put(Map<String, Json> fields, Json.Obj object, String name, Json value) {
    if (name.startsWith(FROM_LIST)) {
      var list = name.substring(FROM_LIST.length());
      var left = new ArrayList<>(object.items(list));
      left.removeAll(((Json.Arr) value).items());
      replace(fields, list, left);
    } else if (name.startsWith("$")) {
      return; // Orders and preconditions of a patch change nothing.
    } else if (value instanceof Json.Null) {
      fields.remove(name);
    } else if (value instanceof Json.Obj child) {
      fields.put(name, strategic(object.object(name), child));
    } else if (value instanceof Json.Arr(var items) && KEYS.containsKey(name)) {
      replace(fields, name, mergedList(object.items(name), items, KEYS.get(name)));
    } else if (value instanceof Json.Arr(var items) && name.equals("finalizers")) {
      var all = new ArrayList<>(object.items(name));
      items.stream().filter(it -> !all.contains(it)).forEach(all::add);
      replace(fields, name, all);
    } else {
      fields.put(name, value);
    }
  }

  private static void replace(Map<String, Json> fields, String name, List<Json> items) {
    if (items.isEmpty()) {
      fields.remove(name);
    } else {
      fields.put(name, Json.of(items));
    }
  }

  private static List<Json> mergedList(List<Json> items, List<Json> patches, String key) {
    var merged = new LinkedHashMap<String, Json>();
    items.forEach(it -> merged.put(((Json.Obj) it).text(key), it));
    for (var each : patches) {
      var patch = (Json.Obj) each;
      var of = patch.text(key);
      if (patch.text(DIRECTIVE).equals("delete")) {
        merged.remove(of);
      } else {
        var before = merged.get(of) instanceof Json.Obj it ? it : Json.Obj.EMPTY;
        merged.put(of, strategic(before, patch));
      }
    }
    return List.copyOf(merged.values());
  }
}
