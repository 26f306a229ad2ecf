package dev.dray.schema;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The types of one version of a group.
 *
 * @param kinds the names of the types that are kinds
 */
record TypeTable(Map<String, SchemaType.Struct> structs, List<String> kinds) {
  TypeTable {
    structs = FrozenMap.copyOf(structs);
    kinds = List.copyOf(requireNonNull(kinds, "kinds"));
  }

  Optional<SchemaType.Struct> struct(String name) {
    return Optional.ofNullable(structs.get(name));
  }

  Optional<SchemaType.Struct> kind(String name) {
    return kinds.contains(name) ? struct(name) : Optional.empty();
  }
}
