package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Null;
import dev.dray.api.json.Json.Obj;
import dev.dray.schema.SchemaType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The merge of an applied tree into the live one, by type. */
final class TypedMerge {
  private TypedMerge() {}

  static Obj merged(SchemaType.Struct type, Obj live, Obj applied) {
    return OwnedShape.fields(
        merge(type, Optional.of(live), Optional.of(applied)).orElse(Obj.EMPTY));
  }

  private static Optional<Json> merge(
      SchemaType type, Optional<Json> live, Optional<Json> applied) {
    var ownedShape = OwnedShape.of(type, applied.or(() -> live).orElse(Null.NULL));
    return switch (ownedShape) {
      case OwnedShape.Leaf _ -> applied.or(() -> live);
      case OwnedShape.Fields fields -> {
        var old = OwnedShape.fields(live.orElse(Null.NULL));
        var next = OwnedShape.fields(applied.orElse(Null.NULL));
        yield old.isEmpty() && next.isEmpty() ? applied.or(() -> live) : fields(fields, old, next);
      }
      case OwnedShape.Items items -> {
        var old = items(live);
        var next = items(applied);
        yield old.isEmpty() && next.isEmpty()
            ? applied.or(() -> live)
            : Optional.of(new Arr(new Zip(items, old, next).merged()));
      }
    };
  }

  private static List<Json> items(Optional<Json> value) {
    return value.orElse(Null.NULL) instanceof Arr(var items) ? items : List.of();
  }

  private static Optional<Json> fields(OwnedShape.Fields shape, Obj live, Obj applied) {
    var merged = new LinkedHashMap<String, Json>();
    live.fields()
        .forEach(
            (name, old) ->
                merge(shape.child(name), Optional.of(old), applied.find(name))
                    .ifPresent(value -> merged.put(name, value)));
    applied
        .fields()
        .forEach(
            (name, next) -> {
              if (!live.has(name)) {
                merge(shape.child(name), Optional.empty(), Optional.of(next))
                    .ifPresent(value -> merged.put(name, value));
              }
            });
    return merged.isEmpty() ? Optional.empty() : Optional.of(new Obj(merged));
  }

  /**
   * The merge of two lists. Applied items come in the order of the configuration; live items that
   * are not applied keep their place before the next item that both lists have.
   */
  private static final class Zip {
    private final OwnedShape.Items shape;
    private final List<Json> live;
    private final List<PathElement> left = new ArrayList<>();
    private final List<PathElement> right = new ArrayList<>();
    private final SortedMap<PathElement, Json> old = new TreeMap<>();
    private final SortedMap<PathElement, Json> next = new TreeMap<>();
    private final Deque<PathElement> shared = new ArrayDeque<>();
    private final TreeSet<PathElement> taken = new TreeSet<>();
    private final List<Json> merged = new ArrayList<>();

    Zip(OwnedShape.Items shape, List<Json> live, List<Json> applied) {
      this.shape = shape;
      this.live = live;
      for (var item : live) {
        var element = shape.element(item);
        left.add(element);
        // Duplicate items are not merged with the applied one, but replaced by it.
        old.merge(element, item, (_, _) -> Null.NULL);
      }
      for (var item : applied) {
        var element = shape.element(item);
        right.add(element);
        next.put(element, item);
        if (old.containsKey(element)) {
          shared.add(element);
        }
      }
    }

    List<Json> merged() {
      int l = 0;
      int r = 0;
      while (l < left.size() || r < right.size()) {
        if (l < left.size() && r < right.size() && same(left.get(l), right.get(r))) {
          l++;
          take(right.get(r++));
          continue;
        }
        if (l < left.size() && r < right.size() && waits(left.get(l))) {
          l++;
          continue;
        }
        if (l < left.size() && !next.containsKey(left.get(l))) {
          keep(live.get(l++));
          continue;
        }
        if (l < left.size() && taken.contains(left.get(l))) {
          l++;
        }
        if (r < right.size()) {
          take(right.get(r++));
        }
      }
      return merged;
    }

    private static boolean same(PathElement a, PathElement b) {
      return a.compareTo(b) == 0;
    }

    /**
     * Returns whether this live item is applied too, but is not the next one that both lists have.
     */
    private boolean waits(PathElement element) {
      var turn = shared.peekFirst();
      return next.containsKey(element) && turn != null && !same(turn, element);
    }

    private void keep(Json item) {
      merge(shape.type().element().type(), Optional.of(item), Optional.empty())
          .ifPresent(merged::add);
    }

    private void take(PathElement element) {
      taken.add(element);
      if (!shared.isEmpty() && same(shared.getFirst(), element)) {
        shared.removeFirst();
      }
      merge(
              shape.type().element().type(),
              Optional.ofNullable(old.get(element)),
              Optional.ofNullable(next.get(element)))
          .ifPresent(merged::add);
    }
  }
}
