package dev.dray.patch;

import static dev.dray.patch.PatchMistake.unfit;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Obj;
import dev.dray.schema.SchemaType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A list in a strategic merge patch: items are identified by a merge key, or by their value.
 *
 * @param name the name for messages
 */
record StrategicList(String name, SchemaType.ListOf type) {

  private enum Form {
    OBJECT,
    STRING,
    WHOLE_NUMBER,
    NUMBER,
    BOOLEAN
  }

  /**
   * Returns the items with those of a patch merged, replaced or added; the patch's order comes
   * first.
   */
  List<Json> merged(List<Json> old, List<Json> patch) {
    return type.patchMerges() ? merge(old, patch) : patch;
  }

  /**
   * Returns the items without those values; items that are objects are merged, as upstream does.
   */
  List<Json> without(List<Json> old, List<Json> gone) {
    if (old.isEmpty() && gone.isEmpty()) {
      return old;
    }
    if (form(old, gone) == Form.OBJECT) {
      return merge(old, gone);
    }
    var values = new HashSet<>(gone);
    return old.stream().filter(item -> !values.contains(item)).toList();
  }

  private List<Json> merge(List<Json> old, List<Json> patch) {
    if (old.isEmpty() && patch.isEmpty()) {
      return old;
    }
    return form(old, patch) == Form.OBJECT
        ? mergeObjects(old, patch)
        : arranged(new LinkedHashSet<>(concatenated(old, patch)), patch, old);
  }

  private static List<Json> concatenated(List<Json> old, List<Json> patch) {
    var all = new ArrayList<>(old);
    all.addAll(patch);
    return all;
  }

  private List<Json> mergeObjects(List<Json> old, List<Json> patch) {
    if (type.patchMergeKey().isEmpty()) {
      throw unfit("cannot merge lists without merge key for %s".formatted(name));
    }
    var special = Special.in(this, patch);
    if (special.replaces()) {
      return arranged(special.plain(), List.of(), special.plain());
    }
    var kept = new ArrayList<>(old);
    kept.removeIf(item -> special.deleted().contains(keyIfAny(item)));
    return arranged(mergedItems(kept, special.plain()), special.plain(), kept);
  }

  /** The {@code $patch} directives among a patch's items, and the items without one. */
  private record Special(boolean replaces, Set<Json> deleted, List<Json> plain) {

    static Special in(StrategicList list, List<Json> patch) {
      boolean replaces = false;
      var deleted = new HashSet<Json>();
      var plain = new ArrayList<Json>();
      for (var item : patch) {
        var object = (Obj) item;
        switch (object.find(StrategicMerge.PATCH).map(Special::word).orElse("")) {
          case "" -> plain.add(item);
          case StrategicMerge.DELETE -> deleted.add(list.key(item));
          case StrategicMerge.REPLACE -> replaces = true;
          case "merge" -> throw unfit("merging lists cannot yet be specified in the patch");
          default ->
              throw StrategicMerge.unknown(object.find(StrategicMerge.PATCH).orElseThrow(), object);
        }
      }
      return new Special(replaces, deleted, plain);
    }

    private static String word(Json directive) {
      return directive instanceof Json.Str(var text) && !text.isEmpty() ? text : "unknown";
    }
  }

  private List<Json> mergedItems(List<Json> old, List<Json> patch) {
    var items = new ArrayList<>(old);
    var places = new HashMap<Json, Integer>();
    for (int i = 0; i < old.size(); i++) {
      places.putIfAbsent(keyIfAny(old.get(i)), i);
    }
    places.remove(Json.Null.NULL);
    for (var change : patch) {
      var place = places.putIfAbsent(key(change), items.size());
      if (place == null) {
        items.add(change);
      } else {
        var target = (Obj) items.get(place);
        items.set(place, StrategicMerge.apply(target, (Obj) change, type.element().type()));
      }
    }
    return items;
  }

  /**
   * Refuses an order that contradicts the patch's own, or lacks an item of the patch. As upstream
   * does, a directive to replace counts as such an item where it comes last.
   */
  void checkOrder(List<Json> patch, List<Json> order) {
    if (order.isEmpty() || patch.isEmpty()) {
      return;
    }
    var items = patch.stream().filter(item -> !deletes(item)).toList();
    int next = 0;
    int place = 0;
    while (next < items.size() && place < order.size()) {
      if (isDirective(items.get(next))) {
        next++;
      } else if (identity(items.get(next)).equals(identity(order.get(place++)))) {
        next++;
      }
    }
    if (next < items.size()) {
      throw unfit(
          "The order in patch list:\n%s\n doesn't match $setElementOrder list:\n%s\n"
              .formatted(PatchMessages.quote(Json.of(patch)), PatchMessages.quote(Json.of(order))));
    }
  }

  private static boolean deletes(Json item) {
    return item instanceof Obj object
        && object.text(StrategicMerge.PATCH).equals(StrategicMerge.DELETE);
  }

  private static boolean isDirective(Json item) {
    return item instanceof Obj object && object.has(StrategicMerge.PATCH);
  }

  /**
   * Returns merged items in the wanted order; items that the order does not name keep their places.
   */
  List<Json> ordered(List<Json> merged, List<Json> order, List<Json> old, List<Json> patch) {
    return arranged(merged, order, places(old, patch));
  }

  /**
   * Returns the old order as a patch leaves it: new items take the places of deleted ones. A
   * renamed container thus stays behind one that only the server knows.
   */
  private List<Json> places(List<Json> old, List<Json> patch) {
    if (!type.patchMerges() || type.patchMergeKey().isEmpty()) {
      return old;
    }
    var special = Special.in(this, patch);
    if (special.replaces() || special.deleted().isEmpty()) {
      return old;
    }
    var kept = new ArrayList<>(old);
    kept.removeIf(item -> special.deleted().contains(keyIfAny(item)));
    var places = mergedItems(kept, special.plain());
    return places.subList(0, Math.min(places.size(), old.size()));
  }

  /**
   * Returns the items that the patch names in the patch's order, and the others in their old order,
   * each before the first named item that it preceded.
   */
  private List<Json> arranged(Collection<Json> items, List<Json> order, List<Json> old) {
    var wanted = places(order);
    var before = places(old);
    var named = new TreeMap<Integer, List<Json>>();
    var others = new TreeMap<Integer, List<Json>>();
    for (var item : items) {
      var identity = identity(item);
      var place = wanted.get(identity);
      var sorted = place == null ? others : named;
      int at = place == null ? before.getOrDefault(identity, Integer.MAX_VALUE) : place;
      sorted.computeIfAbsent(at, _ -> new ArrayList<>()).add(item);
    }
    return interleaved(flat(others), flat(named), before);
  }

  private static List<Json> flat(TreeMap<Integer, List<Json>> sorted) {
    return sorted.values().stream().flatMap(List::stream).toList();
  }

  private List<Json> interleaved(List<Json> others, List<Json> named, Map<Json, Integer> before) {
    var all = new ArrayList<Json>(others.size() + named.size());
    int next = 0;
    for (var item : named) {
      var place = before.get(identity(item));
      while (place != null && next < others.size() && isBefore(others.get(next), place, before)) {
        all.add(others.get(next++));
      }
      all.add(item);
    }
    all.addAll(others.subList(next, others.size()));
    return all;
  }

  private boolean isBefore(Json item, int place, Map<Json, Integer> before) {
    var own = before.get(identity(item));
    return own != null && own < place;
  }

  private Map<Json, Integer> places(List<Json> items) {
    var places = new HashMap<Json, Integer>();
    for (int i = 0; i < items.size(); i++) {
      places.putIfAbsent(identity(items.get(i)), i);
    }
    return places;
  }

  private Json identity(Json item) {
    return type.patchMergeKey().isEmpty() ? item : key(item);
  }

  private Json key(Json item) {
    if (!(item instanceof Obj object)) {
      throw unfit(
          "%s: expected an object, but received %s".formatted(name, PatchMessages.kindOf(item)));
    }
    return object
        .find(type.patchMergeKey())
        .orElseThrow(
            () ->
                unfit(
                    "map: %s does not contain declared merge key: %s"
                        .formatted(PatchMessages.quote(item), type.patchMergeKey())));
  }

  private Json keyIfAny(Json item) {
    return item instanceof Obj object
        ? object.find(type.patchMergeKey()).orElse(Json.Null.NULL)
        : Json.Null.NULL;
  }

  /** Returns the form that all items have: lists of mixed values cannot be merged. */
  private static Form form(List<Json> old, List<Json> patch) {
    var forms = new LinkedHashSet<Form>();
    old.forEach(item -> forms.add(form(item)));
    patch.forEach(item -> forms.add(form(item)));
    if (forms.size() > 1) {
      throw unfit(
          "list element types are not identical: %s"
              .formatted(PatchMessages.quote(Json.of(patch))));
    }
    return forms.getFirst();
  }

  private static Form form(Json item) {
    return switch (item) {
      case Obj _ -> Form.OBJECT;
      case Json.Str _ -> Form.STRING;
      case Json.Num(var literal) ->
          literal.chars().anyMatch(c -> c == '.' || c == 'e' || c == 'E')
              ? Form.NUMBER
              : Form.WHOLE_NUMBER;
      case Json.Bool _ -> Form.BOOLEAN;
      case Json.Arr _ -> throw unfit("lists of lists are not supported");
      case Json.Null _ -> throw unfit("list element types are not identical: null");
    };
  }
}
