package dev.dray.patch;

import dev.dray.patch.FieldSet.Branch;
import dev.dray.schema.SchemaType;
import dev.dray.schema.SchemaType.ListKind;
import dev.dray.schema.SchemaType.MapKind;
import java.util.Optional;
import java.util.TreeMap;

/** Operations on field sets that need the type. */
final class TypedSets {
  private TypedSets() {}

  /**
   * Returns the set with every field added that the type declares and that has paths below it in
   * the set.
   */
  static FieldSet withNamedFields(FieldSet set, SchemaType type) {
    return withNamedFields(set, Optional.of(type));
  }

  private static FieldSet withNamedFields(FieldSet set, Optional<SchemaType> type) {
    var branches = new TreeMap<PathElement, Branch>();
    set.branches()
        .forEach(
            (element, branch) -> {
              boolean named = !branch.below().isEmpty() && isNamed(type, element);
              var below = withNamedFields(branch.below(), type.flatMap(t -> child(t, element)));
              branches.put(element, new Branch(branch.member() || named, below));
            });
    return branches.isEmpty() ? FieldSet.EMPTY : new FieldSet(branches);
  }

  private static boolean isNamed(Optional<SchemaType> type, PathElement element) {
    return element instanceof PathElement.Named(var name)
        && type.orElse(OwnedShape.ANYTHING) instanceof SchemaType.Struct struct
        && struct.fields().containsKey(name);
  }

  private static Optional<SchemaType> child(SchemaType type, PathElement element) {
    return switch (type) {
      case SchemaType.Struct struct ->
          element instanceof PathElement.Named(var name)
              ? Optional.ofNullable(struct.fields().get(name)).map(SchemaType.Field::type)
              : Optional.empty();
      case SchemaType.MapOf map -> Optional.of(map.value().type());
      case SchemaType.ListOf list -> Optional.of(list.element().type());
      case SchemaType.Scalar _, SchemaType.Anything _ -> Optional.empty();
    };
  }

  /**
   * Returns the set reconciled with the type: an owner of a part of what has become atomic owns the
   * whole.
   */
  static FieldSet reconciled(FieldSet set, SchemaType type) {
    return set.mapped(
        (element, branch) -> child(type, element).map(t -> reconciled(branch, t)).orElse(branch));
  }

  private static Branch reconciled(Branch branch, SchemaType type) {
    if (branch.below().isEmpty()) {
      return branch;
    }
    return isLeaf(type)
        ? Branch.LEAF
        : branch.with(branch.member(), reconciled(branch.below(), type));
  }

  private static boolean isLeaf(SchemaType type) {
    return switch (type) {
      case SchemaType.Struct struct -> struct.kind() == MapKind.ATOMIC;
      case SchemaType.MapOf map -> map.kind() == MapKind.ATOMIC;
      case SchemaType.ListOf list -> list.kind() == ListKind.ATOMIC;
      case SchemaType.Scalar _, SchemaType.Anything _ -> false;
    };
  }
}
