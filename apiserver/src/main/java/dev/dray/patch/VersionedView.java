package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Obj;
import dev.dray.schema.SchemaType;
import java.util.Optional;

/**
 * An object in one version, with the type of that version.
 *
 * @param blank the objects that are always there, even if the tree leaves them out
 */
record VersionedView(Obj tree, String apiVersion, SchemaType.Struct type, Obj blank) {

  /** Returns the object in a version; empty if that version is not known. */
  static Optional<VersionedView> of(Obj tree, String apiVersion, ManagedFields.Versions versions) {
    return versions
        .type(apiVersion)
        .map(type -> new VersionedView(tree, apiVersion, type, versions.blank(apiVersion)));
  }

  VersionedView with(Obj other) {
    return new VersionedView(other, apiVersion, type, blank);
  }

  Optional<VersionedView> in(String version, ManagedFields.Versions versions) {
    if (version.equals(apiVersion)) {
      return Optional.of(this);
    }
    return versions
        .type(version)
        .flatMap(
            _ -> {
              var whole =
                  TypedTree.withoutNulls(type, tree).with("apiVersion", Json.of(apiVersion));
              return of(versions.inVersion(whole, version), version, versions);
            });
  }

  FieldSet fields() {
    return TypedTree.fields(type, tree);
  }

  /** Compares this object with a later state, apart from fields that do not count. */
  Comparison compared(VersionedView after, FieldSet untouched) {
    return Comparison.of(type, tree, after.tree, untouched, blank);
  }

  VersionedView without(FieldSet gone) {
    return with(OwnedShape.fields(TypedTree.without(type, tree, gone)));
  }
}
