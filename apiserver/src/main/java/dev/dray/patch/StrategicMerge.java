package dev.dray.patch;

import static dev.dray.patch.PatchMistake.malformed;
import static dev.dray.patch.PatchMistake.unfit;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Null;
import dev.dray.api.json.Json.Obj;
import dev.dray.api.json.Json.Str;
import dev.dray.schema.SchemaType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Strategic merge patches: like merge patches, but lists are merged where their type says so.
 *
 * <p>A value that is taken over as a whole (a replaced list, a new item) is taken as it is written.
 * Directives that have no meaning there stay, and field validation then reports them.
 */
final class StrategicMerge {
  static final String PATCH = "$patch";
  static final String DELETE = "delete";
  static final String REPLACE = "replace";
  private static final String RETAIN_KEYS = "$retainKeys";
  private static final String DELETE_FROM = "$deleteFromPrimitiveList";
  private static final String ORDER = "$setElementOrder";

  private StrategicMerge() {}

  static Obj apply(Obj target, Obj patch, SchemaType type) {
    var directive = patch.find(PATCH);
    if (directive.isPresent()) {
      return directed(directive.get(), patch);
    }
    var fields = new LinkedHashMap<>(target.fields());
    var changes = new LinkedHashMap<>(patch.fields());
    retain(fields, changes);
    for (var name : patch.fields().keySet()) {
      if (name.startsWith(ORDER)) {
        order(name, fields, changes, type);
      }
    }
    // Deletions come first, so that a value that is both deleted and added is there in the end.
    deletions(changes).forEach((name, value) -> delete(fields, name, value, type));
    changes.forEach((name, change) -> merge(fields, name, change, type));
    return new Obj(fields);
  }

  private static Obj directed(Json directive, Obj patch) {
    if (directive.equals(Json.of(REPLACE))) {
      return patch.without(PATCH);
    }
    if (directive.equals(Json.of(DELETE))) {
      return Obj.EMPTY;
    }
    throw unknown(directive, patch);
  }

  static PatchMistake unknown(Json directive, Obj patch) {
    var name = directive instanceof Str(var text) ? text : directive.toText();
    return unfit("unknown patch type: %s in map: %s".formatted(name, PatchMessages.quote(patch)));
  }

  /** Removes the fields that {@code $retainKeys} does not list. */
  private static void retain(Map<String, Json> fields, Map<String, Json> changes) {
    var directive = changes.remove(RETAIN_KEYS);
    if (directive == null) {
      return;
    }
    if (!(directive instanceof Arr(var items))) {
      throw badRetainKeys();
    }
    var kept = new HashSet<>(items);
    changes.forEach(
        (name, change) -> {
          boolean parallel = name.startsWith(DELETE_FROM) || name.startsWith(ORDER);
          if (!(change instanceof Null) && !parallel && !kept.contains(Json.of(name))) {
            throw badRetainKeys();
          }
        });
    fields.keySet().removeIf(name -> !kept.contains(Json.of(name)));
  }

  private static PatchMistake badRetainKeys() {
    return malformed("invalid patch format of retainKeys");
  }

  private static Map<String, Json> deletions(Map<String, Json> changes) {
    var deletions = new LinkedHashMap<String, Json>();
    changes.forEach(
        (name, change) -> {
          if (name.startsWith(DELETE_FROM)) {
            deletions.put(
                listName(name, DELETE_FROM, "invalid patch format of primitive list"), change);
          }
        });
    changes.keySet().removeIf(name -> name.startsWith(DELETE_FROM));
    return deletions;
  }

  private static String listName(String directive, String prefix, String mistake) {
    if (!directive.startsWith(prefix + "/")) {
      throw malformed(mistake);
    }
    return directive.substring(prefix.length() + 1);
  }

  private static void delete(Map<String, Json> fields, String name, Json values, SchemaType type) {
    var old = fields.get(name);
    if (values instanceof Null) {
      fields.remove(name);
    } else if (old instanceof Arr(var items) && values instanceof Arr(var gone)) {
      fields.put(name, new Arr(list(type, name).without(items, gone)));
    }
  }

  private static void merge(Map<String, Json> fields, String name, Json change, SchemaType type) {
    var old = fields.get(name);
    if (change instanceof Null) {
      fields.remove(name);
    } else if (old instanceof Obj object && change instanceof Obj changes) {
      fields.put(name, merged(object, changes, type, name));
    } else if (old instanceof Arr(var items) && change instanceof Arr(var changes)) {
      fields.put(name, new Arr(list(type, name).merged(items, changes)));
    } else {
      withoutDirectives(MergePatch.withoutNulls(change))
          .ifPresentOrElse(value -> fields.put(name, value), () -> fields.remove(name));
    }
  }

  private static Obj merged(Obj target, Obj patch, SchemaType type, String name) {
    if (type instanceof SchemaType.Struct struct && field(struct, name).patchReplaces()) {
      return patch;
    }
    return apply(target, patch, childOf(type, name));
  }

  /** Merges a list that comes with {@code $setElementOrder}, and removes the directive. */
  private static void order(
      String directive, Map<String, Json> fields, Map<String, Json> changes, SchemaType type) {
    if (!(changes.remove(directive) instanceof Arr(var order))) {
      throw unfit("%s: expected a list".formatted(directive));
    }
    var name = listName(directive, ORDER, "invalid patch format of setElementOrder list");
    var list = list(type, name);
    var old = items(fields, name);
    var patch = items(changes, name);
    list.checkOrder(patch.orElse(List.of()), order);
    if (old.isEmpty() && patch.isEmpty()) {
      return;
    }
    var merged = mergedForOrder(list, old, patch);
    fields.put(
        name, new Arr(list.ordered(merged, order, old.orElse(List.of()), patch.orElse(List.of()))));
    changes.remove(name);
  }

  private static List<Json> mergedForOrder(
      StrategicList list, Optional<List<Json>> old, Optional<List<Json>> patch) {
    if (patch.isEmpty()) {
      return old.orElse(List.of());
    }
    return old.isEmpty()
        ? itemsWithoutDirectives(patch.get())
        : list.merged(old.get(), patch.get());
  }

  private static Optional<List<Json>> items(Map<String, Json> fields, String name) {
    var value = fields.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof Arr(var items)) {
      return Optional.of(items);
    }
    throw unfit(
        "%s: expected a list, but received %s".formatted(name, PatchMessages.kindOf(value)));
  }

  private static StrategicList list(SchemaType type, String name) {
    return switch (childOf(type, name)) {
      case SchemaType.ListOf list -> new StrategicList(name, list);
      case SchemaType.Anything anything ->
          new StrategicList(name, SchemaType.ListOf.atomic(() -> anything));
      case SchemaType.Struct _, SchemaType.MapOf _, SchemaType.Scalar _ ->
          throw unfit("%s: expected slice or array type".formatted(name));
    };
  }

  private static SchemaType childOf(SchemaType type, String name) {
    return switch (type) {
      case SchemaType.Struct struct -> field(struct, name).type();
      case SchemaType.MapOf(var value, _) -> value.type();
      case SchemaType.Anything anything -> anything;
      case SchemaType.ListOf _, SchemaType.Scalar _ ->
          throw unfit(
              "merging an object in json but data type is not struct, at field %s".formatted(name));
    };
  }

  private static SchemaType.Field field(SchemaType.Struct struct, String name) {
    var field = struct.fields().get(name);
    if (field == null) {
      throw unfit(
          "unable to find api field in struct %s for the json field \"%s\""
              .formatted(struct.name().substring(struct.name().lastIndexOf('.') + 1), name));
    }
    return field;
  }

  /** Returns the value without objects that carry {@code $patch}; empty if it is one itself. */
  private static Optional<Json> withoutDirectives(Json json) {
    return switch (json) {
      case Obj(var fields) -> {
        if (fields.containsKey(PATCH)) {
          yield Optional.empty();
        }
        var kept = new LinkedHashMap<String, Json>();
        fields.forEach(
            (name, value) -> withoutDirectives(value).ifPresent(rest -> kept.put(name, rest)));
        yield Optional.of(new Obj(kept));
      }
      case Arr(var items) -> Optional.of(new Arr(itemsWithoutDirectives(items)));
      case Str _, Json.Num _, Json.Bool _, Null _ -> Optional.of(json);
    };
  }

  private static List<Json> itemsWithoutDirectives(List<Json> items) {
    var kept = new ArrayList<Json>(items.size());
    items.forEach(item -> withoutDirectives(item).ifPresent(kept::add));
    return kept;
  }
}
