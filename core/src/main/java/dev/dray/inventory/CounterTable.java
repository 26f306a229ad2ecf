package dev.dray.inventory;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.CapacityRequestPolicy;
import dev.dray.api.resource.device.Counter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The shared counters of a generation, numbered set by set; mixins are merged in. */
public final class CounterTable {
  static final CounterTable EMPTY = new Builder().build();

  private final List<String> setNames;
  private final Map<String, Integer> setNumbers;
  private final int[] starts;
  private final List<Row> rows;

  private record Row(
      int set, String name, Quantity total, Optional<CapacityRequestPolicy> policy) {}

  private CounterTable(Builder builder) {
    setNames = List.copyOf(builder.setNames);
    setNumbers = Map.copyOf(builder.setNumbers);
    starts = builder.starts.stream().mapToInt(Integer::intValue).toArray();
    rows = List.copyOf(builder.rows);
  }

  /** Returns the number of counter sets. */
  public int sets() {
    return setNames.size();
  }

  public String setName(int set) {
    return setNames.get(set);
  }

  /** Returns the number of the set; empty if there is no such set or it was dropped. */
  public OptionalInt set(String name) {
    var found = setNumbers.get(name);
    return found == null ? OptionalInt.empty() : OptionalInt.of(found);
  }

  /** Returns the number of counters in all sets. */
  public int size() {
    return rows.size();
  }

  public String name(int counter) {
    return rows.get(counter).name();
  }

  public int setOf(int counter) {
    return rows.get(counter).set();
  }

  public Quantity total(int counter) {
    return rows.get(counter).total();
  }

  /** Returns the policy by which requests that are charged to the counter are rounded. */
  public Optional<CapacityRequestPolicy> policy(int counter) {
    return rows.get(counter).policy();
  }

  public OptionalInt counter(int set, String name) {
    int end = set + 1 < starts.length ? starts[set + 1] : rows.size();
    for (int i = starts[set]; i < end; i++) {
      if (rows.get(i).name().equals(name)) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  /** A collector of counter sets; for one thread. */
  static final class Builder {
    private final List<String> setNames = new ArrayList<>();
    private final Map<String, Integer> setNumbers = new HashMap<>();
    private final List<Integer> starts = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    void add(String set, Map<String, Counter> counters) {
      int number = setNames.size();
      setNames.add(set);
      setNumbers.put(set, number);
      starts.add(rows.size());
      counters.forEach(
          (name, counter) ->
              rows.add(
                  new Row(
                      number,
                      name,
                      counter.value().orElse(Quantity.ZERO),
                      counter.requestPolicy())));
    }

    CounterTable build() {
      return new CounterTable(this);
    }
  }
}
