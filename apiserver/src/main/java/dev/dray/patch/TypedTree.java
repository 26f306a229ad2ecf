package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Null;
import dev.dray.api.json.Json.Obj;
import dev.dray.patch.FieldSet.Branch;
import dev.dray.schema.SchemaType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Operations on trees that need the type: the fields that a tree has, and the tree without some of
 * them.
 */
final class TypedTree {
  private TypedTree() {}

  /** Returns the paths that someone who wrote this tree would own. */
  static FieldSet fields(SchemaType type, Json value) {
    return owned(type, value).below();
  }

  private static Branch owned(SchemaType type, Json value) {
    return switch (OwnedShape.of(type, value)) {
      case OwnedShape.Leaf _ -> Branch.LEAF;
      case OwnedShape.Fields shape ->
          new Branch(false, ownedFields(shape, OwnedShape.fields(value)));
      case OwnedShape.Items shape -> new Branch(false, ownedItems(shape, value));
    };
  }

  private static FieldSet ownedFields(OwnedShape.Fields shape, Obj object) {
    var branches = new TreeMap<PathElement, Branch>();
    object
        .fields()
        .forEach(
            (name, value) -> {
              var owned = owned(shape.child(name), value);
              boolean member = owned.member() || isBare(value) || !shape.declares(name);
              var branch = new Branch(member, owned.below());
              if (!branch.isEmpty()) {
                branches.put(new PathElement.Named(name), branch);
              }
            });
    return new FieldSet(branches);
  }

  private static boolean isBare(Json value) {
    return value instanceof Null || value.equals(Obj.EMPTY);
  }

  private static FieldSet ownedItems(OwnedShape.Items shape, Json value) {
    if (!(value instanceof Arr(var items))) {
      return FieldSet.EMPTY;
    }
    var branches = new TreeMap<PathElement, Branch>();
    for (var item : items) {
      // Duplicate items are owned as one, without their parts.
      branches.merge(
          shape.element(item),
          new Branch(true, owned(shape.type().element().type(), item).below()),
          (_, _) -> Branch.LEAF);
    }
    return new FieldSet(branches);
  }

  /** Returns the tree without these paths; JSON null where nothing is left. */
  static Json without(SchemaType type, Json value, FieldSet gone) {
    if (gone.isEmpty()) {
      return value;
    }
    return switch (OwnedShape.of(type, value)) {
      case OwnedShape.Leaf _ -> value instanceof Obj || value instanceof Arr ? Null.NULL : value;
      case OwnedShape.Fields shape -> fieldsWithout(shape, OwnedShape.fields(value), gone);
      case OwnedShape.Items shape -> itemsWithout(shape, value, gone);
    };
  }

  private static Json fieldsWithout(OwnedShape.Fields shape, Obj object, FieldSet gone) {
    var kept = new LinkedHashMap<String, Json>();
    object
        .fields()
        .forEach(
            (name, value) -> {
              var branch = gone.at(new PathElement.Named(name));
              if (!branch.member()) {
                kept.put(name, without(shape.child(name), value, branch.below()));
              }
            });
    return kept.isEmpty() ? Null.NULL : new Obj(kept);
  }

  private static Json itemsWithout(OwnedShape.Items shape, Json value, FieldSet gone) {
    if (!(value instanceof Arr(var items))) {
      return Null.NULL;
    }
    var kept = new ArrayList<Json>();
    for (var item : items) {
      var branch = gone.at(shape.element(item));
      if (!branch.member()) {
        kept.add(without(shape.type().element().type(), item, branch.below()));
      }
    }
    return kept.isEmpty() ? Null.NULL : new Arr(kept);
  }

  /**
   * Returns the tree without nulls: a null field is left out, a null item or map entry becomes
   * empty.
   */
  static Obj withoutNulls(SchemaType type, Obj object) {
    return hasNull(object) ? cleaned(type, object) : object;
  }

  private static boolean hasNull(Json value) {
    return switch (value) {
      case Null _ -> true;
      case Obj(var fields) -> fields.values().stream().anyMatch(TypedTree::hasNull);
      case Arr(var items) -> items.stream().anyMatch(TypedTree::hasNull);
      case Json.Str _, Json.Num _, Json.Bool _ -> false;
    };
  }

  private static Obj cleaned(SchemaType type, Obj object) {
    var kept = new LinkedHashMap<String, Json>();
    object
        .fields()
        .forEach(
            (name, value) -> {
              var child = new OwnedShape.Fields(type).child(name);
              if (!(value instanceof Null) || isEntry(type, child)) {
                kept.put(name, cleaned(child, value));
              }
            });
    return new Obj(kept);
  }

  private static boolean isEntry(SchemaType type, SchemaType child) {
    return type instanceof SchemaType.MapOf && child instanceof SchemaType.Struct;
  }

  private static Json cleaned(SchemaType type, Json value) {
    return switch (type) {
      case SchemaType.Struct _ -> cleaned(type, OwnedShape.fields(value));
      case SchemaType.MapOf _ -> value instanceof Obj object ? cleaned(type, object) : value;
      case SchemaType.ListOf list -> value instanceof Arr(var items) ? cleaned(list, items) : value;
      case SchemaType.Scalar _, SchemaType.Anything _ -> value;
    };
  }

  private static Json cleaned(SchemaType.ListOf list, List<Json> items) {
    var type = list.element().type();
    return new Arr(items.stream().map(item -> cleaned(type, item)).toList());
  }

  /** Returns the path elements of items that repeat an earlier item. */
  static List<PathElement> repeated(OwnedShape.Items shape, List<Json> items) {
    var seen = new TreeSet<PathElement>();
    return items.stream().map(shape::element).filter(element -> !seen.add(element)).toList();
  }
}
