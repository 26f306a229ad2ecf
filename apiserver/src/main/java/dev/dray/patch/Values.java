package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Bool;
import dev.dray.api.json.Json.Null;
import dev.dray.api.json.Json.Num;
import dev.dray.api.json.Json.Obj;
import dev.dray.api.json.Json.Str;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The equality and order of JSON values: numbers are compared by value, not by their text. */
final class Values {
  private Values() {}

  // Parts that a patch leaves alone are often the same instance, and need no comparison.
  @SuppressWarnings("ReferenceEquality")
  static boolean same(Json a, Json b) {
    if (a == b) {
      return true;
    }
    return switch (a) {
      case Obj(var fields) -> b instanceof Obj(var others) && sameFields(fields, others);
      case Arr(var items) -> b instanceof Arr(var others) && sameItems(items, others);
      case Num number -> b instanceof Num other && compare(number, other) == 0;
      case Str _, Bool _, Null _ -> a.equals(b);
    };
  }

  private static boolean sameFields(Map<String, Json> fields, Map<String, Json> others) {
    if (fields.size() != others.size()) {
      return false;
    }
    for (var field : fields.entrySet()) {
      var other = others.get(field.getKey());
      if (other == null || !same(field.getValue(), other)) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameItems(List<Json> items, List<Json> others) {
    if (items.size() != others.size()) {
      return false;
    }
    for (int i = 0; i < items.size(); i++) {
      if (!same(items.get(i), others.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Compares by a total order: numbers, strings, booleans, lists, objects, null. */
  static int compare(Json a, Json b) {
    if (a instanceof Num x && b instanceof Num y) {
      return compare(x, y);
    }
    if (a instanceof Str(var x) && b instanceof Str(var y)) {
      return x.compareTo(y);
    }
    if (a instanceof Bool(var x) && b instanceof Bool(var y)) {
      return Boolean.compare(x, y);
    }
    if (a instanceof Arr(var x) && b instanceof Arr(var y)) {
      return compare(x, y);
    }
    if (a instanceof Obj(var x) && b instanceof Obj(var y)) {
      return compare(x, y);
    }
    return Integer.compare(rank(a), rank(b));
  }

  private static int rank(Json json) {
    return switch (json) {
      case Num _ -> 0;
      case Str _ -> 1;
      case Bool _ -> 2;
      case Arr _ -> 3;
      case Obj _ -> 4;
      case Null _ -> 5;
    };
  }

  private static int compare(Num a, Num b) {
    if (a.literal().equals(b.literal())) {
      return 0;
    }
    try {
      return Long.compare(Long.parseLong(a.literal()), Long.parseLong(b.literal()));
    } catch (NumberFormatException e) {
      return Double.compare(Double.parseDouble(a.literal()), Double.parseDouble(b.literal()));
    }
  }

  private static int compare(List<Json> a, List<Json> b) {
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      int order = compare(a.get(i), b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.size(), b.size());
  }

  private static int compare(Map<String, Json> a, Map<String, Json> b) {
    var others = new TreeMap<>(b).entrySet().iterator();
    for (var field : new TreeMap<>(a).entrySet()) {
      if (!others.hasNext()) {
        return 1;
      }
      var other = others.next();
      int names = field.getKey().compareTo(other.getKey());
      int order = names == 0 ? compare(field.getValue(), other.getValue()) : names;
      if (order != 0) {
        return order;
      }
    }
    return others.hasNext() ? -1 : 0;
  }
}
