package dev.dray.inventory.patch;

import dev.dray.api.meta.PoolId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Objects by name, found by the pools they may concern; for one thread. */
public final class ScopedObjects<T> {
  private final Function<T, PoolFilter> scope;
  private final Comparator<T> order;
  private final TreeMap<String, T> byName = new TreeMap<>();
  private final Map<PoolFilter, TreeMap<String, T>> byScope = new HashMap<>();

  ScopedObjects(Function<T, PoolFilter> scope, Comparator<T> order) {
    this.scope = scope;
    this.order = order;
  }

  /** Puts an object and returns the one that had the name before. */
  public Optional<T> put(String name, T object) {
    var old = remove(name);
    byName.put(name, object);
    byScope.computeIfAbsent(scope.apply(object), _ -> new TreeMap<>()).put(name, object);
    return old;
  }

  public Optional<T> remove(String name) {
    var old = Optional.ofNullable(byName.remove(name));
    old.ifPresent(
        it ->
            byScope.computeIfPresent(
                scope.apply(it),
                (_, named) -> {
                  named.remove(name);
                  return named.isEmpty() ? null : named;
                }));
    return old;
  }

  int size() {
    return byName.size();
  }

  Set<String> names() {
    return byName.keySet();
  }

  List<T> all() {
    return List.copyOf(byName.values());
  }

  /** Returns the objects that may concern the pool, in their order. */
  List<T> concerning(PoolId id) {
    if (byName.isEmpty()) {
      return List.of();
    }
    var found = new ArrayList<T>();
    for (var each : PoolFilter.with(id)) {
      var named = byScope.get(each);
      if (named != null) {
        found.addAll(named.values());
      }
    }
    found.sort(order);
    return found;
  }
}
