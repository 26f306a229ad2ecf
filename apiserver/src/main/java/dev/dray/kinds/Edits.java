package dev.dray.kinds;

import dev.dray.api.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Changes of trees that defaults are made of. */
public final class Edits {
  private Edits() {}

  /** The object with this field, unless it has one that says something. */
  public static Json.Obj fill(Json.Obj object, String field, Json value) {
    return saysNothing(object.find(field)) ? object.with(field, value) : object;
  }

  public static Json.Obj fill(Json.Obj object, String field, String value) {
    return fill(object, field, Json.of(value));
  }

  public static Json.Obj fill(Json.Obj object, String field, long value) {
    return fill(object, field, Json.of(value));
  }

  private static boolean saysNothing(Optional<Json> value) {
    return value.isEmpty()
        || value.get() instanceof Json.Null
        || (value.get() instanceof Json.Str(var text) && text.isEmpty());
  }

  /** The object with one field changed, if it has it as an object. */
  public static Json.Obj in(Json.Obj object, String field, UnaryOperator<Json.Obj> change) {
    return object.find(field).orElse(Json.Null.NULL) instanceof Json.Obj child
        ? object.with(field, change.apply(child))
        : object;
  }

  /** The object with every object of a list changed, if it has the list. */
  public static Json.Obj each(Json.Obj object, String field, UnaryOperator<Json.Obj> change) {
    if (!(object.find(field).orElse(Json.Null.NULL) instanceof Json.Arr(var items))) {
      return object;
    }
    var changed = new ArrayList<Json>();
    for (var item : items) {
      changed.add(item instanceof Json.Obj one ? change.apply(one) : item);
    }
    return object.with(field, new Json.Arr(changed));
  }

  /** The object with another list, or without it if that is empty. */
  public static Json.Obj list(Json.Obj object, String field, List<? extends Json> items) {
    return items.isEmpty() ? object.without(field) : object.with(field, Json.of(items));
  }
}
