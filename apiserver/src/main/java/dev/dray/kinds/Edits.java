package dev.dray.kinds;

import dev.dray.api.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Edits of JSON trees, used to fill in defaults. */
public final class Edits {
  private Edits() {}

  /** Returns the object with this field, unless it already has a meaningful value for it. */
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

  /** Returns the object with one field changed, if the field is an object. */
  public static Json.Obj in(Json.Obj object, String field, UnaryOperator<Json.Obj> change) {
    return object.find(field).orElse(Json.Null.NULL) instanceof Json.Obj child
        ? object.with(field, change.apply(child))
        : object;
  }

  /** Returns the object with every object of a list changed, if it has the list. */
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

  /** Returns the object with a list replaced, or removed if the new one is empty. */
  public static Json.Obj list(Json.Obj object, String field, List<? extends Json> items) {
    return items.isEmpty() ? object.without(field) : object.with(field, Json.of(items));
  }
}
