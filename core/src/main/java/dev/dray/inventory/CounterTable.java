package dev.dray.inventory;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.CapacityRequestPolicy;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The shared counters of a generation, numbered; mixins are merged in. */
public final class CounterTable {
  static final CounterTable EMPTY = new CounterTable(List.of(), List.of());

  private final List<String> setNames;
  private final List<Row> rows;

  /** One counter. */
  record Row(int set, String name, Quantity total, Optional<CapacityRequestPolicy> policy) {}

  CounterTable(List<String> setNames, List<Row> rows) {
    this.setNames = List.copyOf(setNames);
    this.rows = List.copyOf(rows);
  }

  /** How many counter sets there are. */
  public int sets() {
    return setNames.size();
  }

  public String setName(int set) {
    return setNames.get(set);
  }

  /** The number of the set; empty if there is none or it left the view. */
  public OptionalInt set(String name) {
    int found = setNames.indexOf(name);
    return found < 0 ? OptionalInt.empty() : OptionalInt.of(found);
  }

  /** How many counters there are in all sets. */
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

  /** How requests are rounded that are charged to the counter. */
  public Optional<CapacityRequestPolicy> policy(int counter) {
    return rows.get(counter).policy();
  }

  public OptionalInt counter(int set, String name) {
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).set() == set && rows.get(i).name().equals(name)) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }
}
