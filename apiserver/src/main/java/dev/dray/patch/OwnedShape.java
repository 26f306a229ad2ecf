package dev.dray.patch;

import static dev.dray.patch.PatchMistake.unfit;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Obj;
import dev.dray.schema.SchemaType;
import dev.dray.schema.SchemaType.ListKind;
import dev.dray.schema.SchemaType.MapKind;
import java.util.ArrayList;
import java.util.Optional;

/** The shape of a value for ownership: owned in parts, or as one leaf. */
sealed interface OwnedShape {
  /** A value that is owned as a whole. */
  record Leaf() implements OwnedShape {}

  /** An object or map whose fields are owned separately. */
  record Fields(SchemaType type) implements OwnedShape {

    /** Returns the type of a field; a field that no table has can be anything. */
    SchemaType child(String name) {
      return switch (type) {
        case SchemaType.Struct struct -> {
          var field = struct.fields().get(name);
          yield field == null ? ANYTHING : field.type();
        }
        case SchemaType.MapOf map -> map.value().type();
        case SchemaType.ListOf _, SchemaType.Scalar _, SchemaType.Anything _ -> ANYTHING;
      };
    }

    /** Returns whether the type declares this field, so that it is not a user's map entry. */
    boolean declares(String name) {
      return type instanceof SchemaType.Struct struct && struct.fields().containsKey(name);
    }
  }

  /** A list whose items are owned separately. */
  record Items(SchemaType.ListOf type) implements OwnedShape {

    /** Returns the path element that identifies an item. */
    PathElement element(Json item) {
      return type.kind() == ListKind.SET ? valued(item) : keyed(item);
    }

    private static PathElement valued(Json item) {
      if (item instanceof Obj || item instanceof Arr || item instanceof Json.Null) {
        throw unfit(
            "a set of plain values has an element that is %s"
                .formatted(PatchMessages.kindOf(item)));
      }
      return new PathElement.Valued(item);
    }

    private PathElement keyed(Json item) {
      if (!(item instanceof Obj object)) {
        throw unfit(
            "associative list with keys may not have non-map elements, such as %s"
                .formatted(PatchMessages.quote(item)));
      }
      var keys = new ArrayList<PathElement.Key>();
      for (var name : type.keys()) {
        object
            .find(name)
            .or(() -> fallback(name))
            .ifPresent(value -> keys.add(new PathElement.Key(name, value)));
      }
      if (keys.isEmpty()) {
        throw unfit(
            "associative list with keys has an element that omits all key fields %s (and doesn't"
                    .formatted(type.keys())
                + " have default values for any key fields)");
      }
      return new PathElement.Keyed(keys);
    }

    private Optional<Json> fallback(String name) {
      if (!(type.element().type() instanceof SchemaType.Struct struct)) {
        return Optional.empty();
      }
      return Optional.ofNullable(struct.fields().get(name)).flatMap(Items::fallback);
    }

    private static Optional<Json> fallback(SchemaType.Field field) {
      return field
          .fallback()
          .map(
              text ->
                  switch (field.type()) {
                    case SchemaType.Scalar(var kind) ->
                        switch (kind) {
                          case INTEGER, LONG, NUMBER -> new Json.Num(text);
                          case BOOLEAN -> Json.of(Boolean.parseBoolean(text));
                          case STRING, BYTES, QUANTITY, INT_OR_STRING, TIME, MICRO_TIME, DURATION ->
                              Json.of(text);
                        };
                    case SchemaType.Struct _,
                        SchemaType.ListOf _,
                        SchemaType.MapOf _,
                        SchemaType.Anything _ ->
                        Json.of(text);
                  });
    }
  }

  SchemaType ANYTHING = new SchemaType.Anything();
  OwnedShape LEAF = new Leaf();

  /** Returns the shape of a value; where the type allows anything, the value itself decides. */
  static OwnedShape of(SchemaType type, Json value) {
    return switch (type) {
      case SchemaType.Struct struct -> struct.kind() == MapKind.ATOMIC ? LEAF : new Fields(type);
      case SchemaType.MapOf map -> map.kind() == MapKind.ATOMIC ? LEAF : new Fields(type);
      case SchemaType.ListOf list -> list.kind() == ListKind.ATOMIC ? LEAF : new Items(list);
      case SchemaType.Scalar _ -> LEAF;
      case SchemaType.Anything _ ->
          switch (value) {
            case Obj _, Json.Null _ -> new Fields(type);
            case Arr _, Json.Str _, Json.Num _, Json.Bool _ -> LEAF;
          };
    };
  }

  /** Returns the value if it is an object; otherwise an empty object. */
  static Obj fields(Json value) {
    return value instanceof Obj object ? object : Obj.EMPTY;
  }
}
