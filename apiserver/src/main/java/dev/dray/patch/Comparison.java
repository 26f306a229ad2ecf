package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Null;
import dev.dray.api.json.Json.Obj;
import dev.dray.schema.SchemaType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The fields that differ between two objects. */
record Comparison(FieldSet removed, FieldSet modified, FieldSet added) {

  FieldSet changed() {
    return modified.union(added);
  }

  /** Returns the comparison without the fields that an endpoint resets, and all below them. */
  private Comparison without(FieldSet untouched) {
    return new Comparison(
        removed.minusDeep(untouched), modified.minusDeep(untouched), added.minusDeep(untouched));
  }

  /**
   * Compares two objects of one type. Parts that are the same instance are skipped.
   *
   * @param untouched the fields that an endpoint resets: neither they nor fields below them count
   * @param blank the objects that are always there, even if a tree leaves them out
   */
  static Comparison of(SchemaType type, Obj before, Obj after, FieldSet untouched, Obj blank) {
    var walk = new Walk();
    // Parts that do not count are not compared: for a write of the status, that is most of the
    // object.
    walk.compare(
        type,
        Optional.of(less(before, untouched)),
        Optional.of(less(after, untouched)),
        less(blank, untouched));
    return new Comparison(walk.removed.set(), walk.modified.set(), walk.added.set())
        .without(untouched);
  }

  private static Obj less(Obj object, FieldSet untouched) {
    var left = object;
    for (var part : untouched.branches().entrySet()) {
      if (part.getValue().member() && part.getKey() instanceof PathElement.Named(var name)) {
        left = left.without(name);
      }
    }
    return left;
  }

  private static final class Walk {
    private final FieldSet.Draft removed = new FieldSet.Draft();
    private final FieldSet.Draft modified = new FieldSet.Draft();
    private final FieldSet.Draft added = new FieldSet.Draft();
    private final List<PathElement> path = new ArrayList<>();

    void compare(SchemaType type, Optional<Json> before, Optional<Json> after, Obj blank) {
      if (before.isPresent() && after.isPresent()) {
        both(type, before.get(), after.get(), blank);
      } else if (!parts(shape(type, before.or(() -> after)), before, after, blank)) {
        (before.isEmpty() ? added : removed).insert(path);
      }
    }

    private static OwnedShape shape(SchemaType type, Optional<Json> value) {
      return OwnedShape.of(type, value.orElse(Null.NULL));
    }

    @SuppressWarnings("ReferenceEquality") // Most parts of an object are shared instances.
    private void both(SchemaType type, Json before, Json after, Obj blank) {
      if (before == after) {
        return;
      }
      var ownedShape = OwnedShape.of(type, after);
      var old = OwnedShape.of(type, before);
      if (!old.equals(ownedShape)) {
        parts(old, Optional.of(before), Optional.of(after), blank);
      }
      parts(ownedShape, Optional.of(before), Optional.of(after), blank);
    }

    /** Compares part by part; returns whether both were compared as one leaf. */
    private boolean parts(
        OwnedShape ownedShape, Optional<Json> before, Optional<Json> after, Obj blank) {
      return switch (ownedShape) {
        case OwnedShape.Leaf _ -> leaf(before, after);
        case OwnedShape.Fields fields -> {
          var old = OwnedShape.fields(before.orElse(Null.NULL));
          var next = OwnedShape.fields(after.orElse(Null.NULL));
          yield (old.isEmpty() && next.isEmpty())
              ? leaf(before, after)
              : fields(fields, old, next, blank);
        }
        case OwnedShape.Items items -> {
          var old = list(before);
          var next = list(after);
          yield (old.isEmpty() && next.isEmpty()) ? leaf(before, after) : items(items, old, next);
        }
      };
    }

    private static List<Json> list(Optional<Json> value) {
      return value.orElse(Null.NULL) instanceof Arr(var items) ? items : List.of();
    }

    private boolean leaf(Optional<Json> before, Optional<Json> after) {
      if (before.isEmpty()) {
        added.insert(path);
      } else if (after.isEmpty()) {
        removed.insert(path);
      } else if (!Values.same(before.get(), after.get())) {
        modified.insert(path);
      }
      return true;
    }

    private boolean fields(OwnedShape.Fields shape, Obj before, Obj after, Obj blank) {
      before
          .fields()
          .forEach(
              (name, old) -> {
                var next = after.find(name);
                if (next.isEmpty() || !isPlainlySame(old, next.get())) {
                  field(shape, name, Optional.of(old), next, blank);
                }
              });
      after
          .fields()
          .forEach(
              (name, next) -> {
                if (!before.has(name)) {
                  step(
                      new PathElement.Named(name),
                      shape.child(name),
                      blank.find(name),
                      Optional.of(next),
                      blank.object(name));
                }
              });
      return false;
    }

    /** Returns whether two values are obviously the same, without their type or path. */
    @SuppressWarnings("ReferenceEquality") // Most parts of an object are shared instances.
    private static boolean isPlainlySame(Json before, Json after) {
      return before == after || (before instanceof Json.Str text && text.equals(after));
    }

    private void field(
        OwnedShape.Fields shape, String name, Optional<Json> old, Optional<Json> next, Obj blank) {
      step(
          new PathElement.Named(name),
          shape.child(name),
          old,
          next.or(() -> blank.find(name)),
          blank.object(name));
    }

    private void step(
        PathElement element,
        SchemaType type,
        Optional<Json> before,
        Optional<Json> after,
        Obj blank) {
      path.add(element);
      compare(type, before, after, blank);
      path.removeLast();
    }

    private boolean items(OwnedShape.Items shape, List<Json> before, List<Json> after) {
      var old = byElement(shape, before);
      var next = byElement(shape, after);
      var type = shape.type().element().type();
      old.forEach(
          (element, items) -> item(element, type, items, next.getOrDefault(element, List.of())));
      next.forEach(
          (element, items) -> {
            if (!old.containsKey(element)) {
              item(element, type, List.of(), items);
            }
          });
      return false;
    }

    private static SortedMap<PathElement, List<Json>> byElement(
        OwnedShape.Items shape, List<Json> items) {
      var found = new TreeMap<PathElement, List<Json>>();
      for (var item : items) {
        found.computeIfAbsent(shape.element(item), _ -> new ArrayList<>(1)).add(item);
      }
      return found;
    }

    /**
     * Compares items with one path element. Several such items are one leaf together: they cannot
     * be owned separately.
     */
    private void item(PathElement element, SchemaType type, List<Json> old, List<Json> next) {
      if (old.size() <= 1 && next.size() <= 1) {
        step(element, type, first(old), first(next), Obj.EMPTY);
      } else if (old.size() >= 2 && next.size() >= 2) {
        if (!Values.same(Json.of(old), Json.of(next))) {
          insert(modified, element);
        }
      } else if (old.size() >= 2) {
        first(next)
            .ifPresent(one -> step(element, type, Optional.empty(), Optional.of(one), Obj.EMPTY));
        insert(removed, element);
      } else {
        first(old)
            .ifPresent(one -> step(element, type, Optional.of(one), Optional.empty(), Obj.EMPTY));
        insert(added, element);
      }
    }

    private static Optional<Json> first(List<Json> items) {
      return items.isEmpty() ? Optional.empty() : Optional.of(items.getFirst());
    }

    private void insert(FieldSet.Draft draft, PathElement element) {
      path.add(element);
      draft.insert(path);
      path.removeLast();
    }
  }
}
