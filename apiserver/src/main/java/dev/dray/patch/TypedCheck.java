package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Bool;
import dev.dray.api.json.Json.Null;
import dev.dray.api.json.Json.Num;
import dev.dray.api.json.Json.Obj;
import dev.dray.api.json.Json.Str;
import dev.dray.schema.Type;
import dev.dray.schema.Type.ListKind;
import dev.dray.schema.Type.ScalarKind;
import java.util.ArrayList;
import java.util.List;

/** Says what in an applied tree does not fit its type, in upstream's words. */
final class TypedCheck {
  private final List<String> mistakes = new ArrayList<>();

  private TypedCheck() {}

  static List<String> mistakes(Type type, Json tree) {
    var check = new TypedCheck();
    check.check(type, tree, "");
    return check.mistakes;
  }

  private void check(Type type, Json value, String path) {
    if (value instanceof Null) {
      return;
    }
    switch (type) {
      case Type.Struct struct -> struct(struct, value, path);
      case Type.MapOf map -> map(map, value, path);
      case Type.ListOf list -> list(list, value, path);
      case Type.Scalar(var kind) -> scalar(kind, value, path);
      case Type.Anything _ -> {}
    }
  }

  private void say(String path, String mistake) {
    mistakes.add(path.isEmpty() ? mistake : path + ": " + mistake);
  }

  private void struct(Type.Struct struct, Json value, String path) {
    if (!(value instanceof Obj(var fields))) {
      say(path, "expected map, got " + Words.quote(value));
      return;
    }
    fields.forEach(
        (name, part) -> {
          var field = struct.fields().get(name);
          if (field == null) {
            say(path + "." + name, "field not declared in schema");
          } else {
            check(field.type(), part, path + "." + name);
          }
        });
  }

  private void map(Type.MapOf map, Json value, String path) {
    if (!(value instanceof Obj(var fields))) {
      say(path, "expected map, got " + Words.quote(value));
      return;
    }
    fields.forEach((name, part) -> check(map.value().type(), part, path + "." + name));
  }

  private void list(Type.ListOf list, Json value, String path) {
    if (!(value instanceof Arr(var items))) {
      say(path, "expected list, got " + Words.quote(value));
    } else if (list.kind() == ListKind.ATOMIC) {
      for (int i = 0; i < items.size(); i++) {
        check(list.element().type(), items.get(i), path + new PathElement.At(i).text());
      }
    } else {
      items(new Shape.Items(list), items, path);
    }
  }

  private void items(Shape.Items shape, List<Json> items, String path) {
    try {
      for (var element : TypedTree.repeated(shape, items)) {
        say(path, "duplicate entries for key " + element.text());
      }
      for (var item : items) {
        check(shape.type().element().type(), item, path + shape.element(item).text());
      }
    } catch (PatchMistake e) {
      say(path, e.getMessage());
    }
  }

  private void scalar(ScalarKind kind, Json value, String path) {
    switch (kind) {
      case STRING, BYTES -> {
        if (!(value instanceof Str)) {
          say(path, "expected string, got " + Words.quote(value));
        }
      }
      case INTEGER, LONG, NUMBER -> {
        if (!(value instanceof Num)) {
          say(path, "expected numeric (int or float), got " + Words.quote(value));
        }
      }
      case BOOLEAN -> {
        if (!(value instanceof Bool)) {
          say(path, "expected boolean, got " + Words.quote(value));
        }
      }
      case QUANTITY, INT_OR_STRING, TIME, MICRO_TIME, DURATION -> {
        if (value instanceof Obj || value instanceof Arr) {
          say(path, "expected any scalar, got " + Words.quote(value));
        }
      }
    }
  }
}
