package dev.dray.layout;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.QualifiedName;
import dev.dray.layout.Sourced.Former;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Named values in layers, the last of which counts; for one thread. */
final class Layers<V> {
  private final TreeMap<String, Sourced<V>> byName = new TreeMap<>();
  private final UnaryOperator<String> shortest;

  private Layers(UnaryOperator<String> shortest) {
    this.shortest = shortest;
  }

  /** Returns layers for names with a single spelling. */
  static <V> Layers<V> plain() {
    return new Layers<>(UnaryOperator.identity());
  }

  /** Returns layers for names that may be spelt with or without the driver's domain. */
  static <V> Layers<V> of(String driver) {
    return new Layers<>(name -> QualifiedName.shortest(name, driver));
  }

  /**
   * Adds a layer. Entries of the object itself keep their spelling, by which its driver recognises
   * them; all others get the shortest. If one map has both spellings, the qualified one counts.
   */
  void add(Map<String, V> entries, Origin origin) {
    entries.forEach(
        (name, value) -> {
          if (isShortest(name)) {
            put(name, value, origin);
          }
        });
    entries.forEach(
        (name, value) -> {
          if (!isShortest(name)) {
            put(name, value, origin);
          }
        });
  }

  private boolean isShortest(String name) {
    return shortest.apply(name).equals(name);
  }

  private void put(String written, V value, Origin origin) {
    var key = shortest.apply(written);
    var old = byName.get(key);
    var name = origin instanceof Origin.Own ? written : key;
    byName.put(key, new Sourced<>(name, value, origin, old == null ? List.of() : instead(old)));
  }

  Optional<Sourced<V>> find(String key) {
    return Optional.ofNullable(byName.get(key));
  }

  /** Overrides the value of a name, whose spelling stays. */
  void override(String key, V value, Origin origin) {
    var old = byName.get(key);
    byName.put(
        key,
        old == null
            ? new Sourced<>(key, value, origin, List.of())
            : new Sourced<>(old.name(), value, origin, instead(old)));
  }

  private static <V> List<Former<V>> instead(Sourced<V> old) {
    var former = new ArrayList<Former<V>>();
    former.add(new Former<>(old.value(), old.origin()));
    former.addAll(old.instead());
    return former;
  }

  /** Returns the values in the order of the shortest spelling of their names. */
  List<Sourced<V>> values() {
    return List.copyOf(byName.values());
  }

  static <V> Map<String, V> map(List<Sourced<V>> values) {
    var map = new FrozenMap.Builder<String, V>();
    values.forEach(it -> map.put(it.name(), it.value()));
    return map.build();
  }
}
