package dev.dray.schema;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FrozenMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The check of an object against its type, as the decoders of Kubernetes do it: unknown fields are
 * removed, null is the same as absent, and values are spelt in the canonical form that servers
 * write.
 */
public final class FieldCheck {
  private static final String SECRET = "io.k8s.api.core.v1.Secret";
  private static final int MOST_TOLD = 100;
  private static final int LONGEST_SHOWN = 40;
  private static final int LONGEST_NAME = 400;

  /**
   * The result of a check.
   *
   * @param pruned without unknown fields and without fields that are null; quantities, times and
   *     bytes in canonical form. The same object if nothing had to be changed.
   * @param unknown paths such as {@code spec.devices[0].bar}; at most 100
   * @param mistyped the path, the expected type and what was found; at most 100. An object with any
   *     must be refused: {@code pruned} means nothing at these places.
   */
  public record Checked(Json.Obj pruned, List<String> unknown, List<String> mistyped) {
    public Checked {
      unknown = List.copyOf(unknown);
      mistyped = List.copyOf(mistyped);
    }
  }

  private final List<String> unknown = new ArrayList<>();
  private final List<String> mistyped = new ArrayList<>();

  // The steps of the path: a name, or an index in brackets. Joined only for a message.
  private Object[] steps = new Object[16];
  private int depth;

  private final boolean secret;

  private FieldCheck(boolean secret) {
    this.secret = secret;
  }

  /** Checks a whole object. */
  public static Checked check(Json.Obj tree, SchemaType.Struct type) {
    var check = new FieldCheck(type.name().equals(SECRET));
    var pruned = check.struct(tree, type);
    return new Checked(pruned, check.unknown, check.mistyped);
  }

  private Json value(Json value, SchemaType type) {
    return switch (type) {
      case SchemaType.Struct struct ->
          value instanceof Json.Obj object ? struct(object, struct) : mistyped(value, "object");
      case SchemaType.ListOf list ->
          value instanceof Json.Arr array ? list(array, list) : mistyped(value, "list");
      case SchemaType.MapOf map ->
          value instanceof Json.Obj object ? map(object, map) : mistyped(value, "object");
      case SchemaType.Scalar(var kind) -> scalar(value, kind);
      case SchemaType.Anything _ -> value;
    };
  }

  private Json.Obj struct(Json.Obj object, SchemaType.Struct type) {
    Map<String, Json> fields = object.fields();
    boolean changed = false;
    var checked = new FrozenMap.Builder<String, Json>();
    for (var entry : fields.entrySet()) {
      var name = entry.getKey();
      var before = entry.getValue();
      var field = type.fields().get(name);
      enter(name);
      if (field == null) {
        tellUnknown();
        changed = true;
      } else if (before instanceof Json.Null) {
        changed = true;
      } else {
        var after = value(before, field.type());
        changed |= !same(after, before);
        checked.put(name, after);
      }
      depth--;
    }
    return changed ? new Json.Obj(checked.build()) : object;
  }

  private Json map(Json.Obj object, SchemaType.MapOf type) {
    var of = type.value().type();
    boolean changed = false;
    var checked = new FrozenMap.Builder<String, Json>();
    for (var entry : object.fields().entrySet()) {
      enter(entry.getKey());
      var after = item(entry.getValue(), of);
      depth--;
      changed |= !same(after, entry.getValue());
      checked.put(entry.getKey(), after);
    }
    return changed ? new Json.Obj(checked.build()) : object;
  }

  private Json list(Json.Arr array, SchemaType.ListOf type) {
    var of = type.element().type();
    boolean changed = false;
    var checked = new ArrayList<Json>(array.items().size());
    for (int i = 0; i < array.items().size(); i++) {
      var before = array.items().get(i);
      enter(i);
      var after = item(before, of);
      depth--;
      changed |= !same(after, before);
      checked.add(after);
    }
    return changed ? new Json.Arr(checked) : array;
  }

  /**
   * Returns whether nothing was changed, by identity: comparing values would cost as much as
   * checking them.
   */
  @SuppressWarnings("ReferenceEquality")
  private static boolean same(Json after, Json before) {
    return after == before;
  }

  /**
   * Checks an item of a list or map, where null cannot be left out and stands for an empty value.
   */
  private Json item(Json value, SchemaType type) {
    return value instanceof Json.Null ? Scalars.empty(type) : value(value, type);
  }

  private Json scalar(Json value, SchemaType.ScalarKind kind) {
    return switch (Scalars.read(value, kind)) {
      case Scalars.Fine(var canonical) -> canonical;
      case Scalars.Mistyped(var expected) -> mistyped(value, expected);
      case Scalars.Malformed(var message) -> {
        tellMistyped(message);
        yield value;
      }
    };
  }

  private Json mistyped(Json value, String expected) {
    tellMistyped("expected %s, found %s".formatted(expected, shown(value)));
    return value;
  }

  private String shown(Json value) {
    return switch (value) {
      case Json.Obj _ -> "object";
      case Json.Arr _ -> "list";
      case Json.Str(var text) -> shown("string", "\"" + shortened(text, LONGEST_SHOWN) + "\"");
      case Json.Num(var literal) -> shown("number", shortened(literal, LONGEST_SHOWN));
      case Json.Bool(var truth) -> shown("bool", String.valueOf(truth));
      case Json.Null _ -> "null";
    };
  }

  private String shown(String type, String value) {
    return secret ? type : type + " " + value;
  }

  static String shortened(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 3) + "...";
  }

  private void tellUnknown() {
    if (unknown.size() < MOST_TOLD) {
      unknown.add(path());
    }
  }

  private void tellMistyped(String message) {
    if (mistyped.size() < MOST_TOLD) {
      mistyped.add(path() + ": " + message);
    }
  }

  private void enter(Object step) {
    if (depth == steps.length) {
      steps = Arrays.copyOf(steps, depth * 2);
    }
    steps[depth++] = step;
  }

  private String path() {
    var path = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      if (steps[i] instanceof Integer index) {
        path.append('[').append((int) index).append(']');
      } else {
        path.append(i == 0 ? "" : ".").append(shortened((String) steps[i], LONGEST_NAME));
      }
    }
    return path.toString();
  }
}
