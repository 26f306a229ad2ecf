package dev.dray.api.admission;

import dev.dray.api.meta.FieldPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** A finder of the fields of a value that belong to some feature and are set. */
@FunctionalInterface
interface GatedUses<T> {

  void find(T value, FieldPath at, Consumer<FieldPath> found);

  /** Finds a field that is set if its list has items. */
  static <T> GatedUses<T> ofList(String field, Function<T, ? extends Collection<?>> list) {
    return (value, at, found) -> {
      if (!list.apply(value).isEmpty()) {
        found.accept(at.child(field));
      }
    };
  }

  /** Finds a field that is set if its map has entries. */
  static <T> GatedUses<T> ofMap(String field, Function<T, ? extends Map<?, ?>> map) {
    return (value, at, found) -> {
      if (!map.apply(value).isEmpty()) {
        found.accept(at.child(field));
      }
    };
  }

  static <T> GatedUses<T> ofOptional(String field, Function<T, ? extends Optional<?>> optional) {
    return (value, at, found) -> {
      if (optional.apply(value).isPresent()) {
        found.accept(at.child(field));
      }
    };
  }

  /** Finds the uses in each item of a list. */
  static <T, I> GatedUses<T> inEach(
      String field, Function<T, List<I>> list, GatedUses<I> gatedUses) {
    return (value, at, found) -> {
      var items = list.apply(value);
      var atList = at.child(field);
      for (int i = 0; i < items.size(); i++) {
        gatedUses.find(items.get(i), atList.index(i), found);
      }
    };
  }

  /** Finds the uses in each value of a map. */
  static <T, V> GatedUses<T> inEachValue(
      String field, Function<T, Map<String, V>> map, GatedUses<V> gatedUses) {
    return (value, at, found) -> {
      var atMap = at.child(field);
      for (var entry : map.apply(value).entrySet()) {
        gatedUses.find(entry.getValue(), atMap.key(entry.getKey()), found);
      }
    };
  }

  /** Finds the uses in a struct. */
  static <T, S> GatedUses<T> in(String field, Function<T, S> struct, GatedUses<S> gatedUses) {
    return (value, at, found) -> gatedUses.find(struct.apply(value), at.child(field), found);
  }

  /** Finds the uses in a struct, if there is one. */
  static <T, S> GatedUses<T> inOptional(
      String field, Function<T, Optional<S>> struct, GatedUses<S> gatedUses) {
    return (value, at, found) ->
        struct.apply(value).ifPresent(present -> gatedUses.find(present, at.child(field), found));
  }

  default GatedUses<T> and(GatedUses<T> more) {
    return (value, at, found) -> {
      find(value, at, found);
      more.find(value, at, found);
    };
  }

  default List<FieldPath> places(T value, FieldPath at) {
    var places = new ArrayList<FieldPath>();
    find(value, at, places::add);
    return places;
  }

  default boolean any(T value) {
    return !places(value, FieldPath.ROOT).isEmpty();
  }
}
