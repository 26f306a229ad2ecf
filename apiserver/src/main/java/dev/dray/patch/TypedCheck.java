package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Bool;
import dev.dray.api.json.Json.Null;
import dev.dray.api.json.Json.Num;
import dev.dray.api.json.Json.Obj;
import dev.dray.api.json.Json.Str;
import dev.dray.schema.SchemaType;
import dev.dray.schema.SchemaType.ListKind;
import dev.dray.schema.SchemaType.ScalarKind;
import java.util.ArrayList;
import java.util.List;

/** A check of an applied tree against its type, with upstream's messages. */
final class TypedCheck {
  private final List<String> mistakes = new ArrayList<>();
  private final List<PathElement> path = new ArrayList<>();

  private TypedCheck() {}

  static List<String> mistakes(SchemaType type, Json tree) {
    var check = new TypedCheck();
    check.check(type, tree);
    return check.mistakes;
  }

  private void check(SchemaType type, Json value) {
    if (value instanceof Null) {
      return;
    }
    switch (type) {
      case SchemaType.Struct struct -> struct(struct, value);
      case SchemaType.MapOf map -> map(map, value);
      case SchemaType.ListOf list -> list(list, value);
      case SchemaType.Scalar(var kind) -> scalar(kind, value);
      case SchemaType.Anything _ -> {}
    }
  }

  private void say(String mistake) {
    mistakes.add(path.isEmpty() ? mistake : PathElement.text(path) + ": " + mistake);
  }

  private void in(PathElement element, Runnable check) {
    path.add(element);
    check.run();
    path.removeLast();
  }

  private void struct(SchemaType.Struct struct, Json value) {
    if (!(value instanceof Obj(var fields))) {
      say("expected map, got " + PatchMessages.quote(value));
      return;
    }
    fields.forEach(
        (name, part) -> {
          var field = struct.fields().get(name);
          in(
              new PathElement.Named(name),
              () -> {
                if (field == null) {
                  say("field not declared in schema");
                } else {
                  check(field.type(), part);
                }
              });
        });
  }

  private void map(SchemaType.MapOf map, Json value) {
    if (!(value instanceof Obj(var fields))) {
      say("expected map, got " + PatchMessages.quote(value));
      return;
    }
    fields.forEach(
        (name, part) -> in(new PathElement.Named(name), () -> check(map.value().type(), part)));
  }

  private void list(SchemaType.ListOf list, Json value) {
    if (!(value instanceof Arr(var items))) {
      say("expected list, got " + PatchMessages.quote(value));
    } else if (list.kind() == ListKind.ATOMIC) {
      for (int i = 0; i < items.size(); i++) {
        var item = items.get(i);
        in(new PathElement.At(i), () -> check(list.element().type(), item));
      }
    } else {
      items(new OwnedShape.Items(list), items);
    }
  }

  private void items(OwnedShape.Items shape, List<Json> items) {
    try {
      for (var element : TypedTree.repeated(shape, items)) {
        say("duplicate entries for key " + element.text());
      }
      for (var item : items) {
        in(shape.element(item), () -> check(shape.type().element().type(), item));
      }
    } catch (PatchMistake e) {
      say(e.getMessage());
    }
  }

  private void scalar(ScalarKind kind, Json value) {
    switch (kind) {
      case STRING, BYTES -> {
        if (!(value instanceof Str)) {
          say("expected string, got " + PatchMessages.quote(value));
        }
      }
      case INTEGER, LONG, NUMBER -> {
        if (!(value instanceof Num)) {
          say("expected numeric (int or float), got " + PatchMessages.quote(value));
        }
      }
      case BOOLEAN -> {
        if (!(value instanceof Bool)) {
          say("expected boolean, got " + PatchMessages.quote(value));
        }
      }
      case QUANTITY, INT_OR_STRING, TIME, MICRO_TIME, DURATION -> {
        if (value instanceof Obj || value instanceof Arr) {
          say("expected any scalar, got " + PatchMessages.quote(value));
        }
      }
    }
  }
}
