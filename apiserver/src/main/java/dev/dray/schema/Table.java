package dev.dray.schema;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The types of one version of a group.
 *
 * @param kinds the names of those that are objects of their own
 */
record Table(Map<String, Type.Struct> structs, List<String> kinds) {
  Table {
    structs = FrozenMap.copyOf(structs);
    kinds = List.copyOf(requireNonNull(kinds, "kinds"));
  }

  Optional<Type.Struct> struct(String name) {
    return Optional.ofNullable(structs.get(name));
  }

  Optional<Type.Struct> kind(String name) {
    return kinds.contains(name) ? struct(name) : Optional.empty();
  }
}
