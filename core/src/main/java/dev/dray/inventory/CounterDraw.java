package dev.dray.inventory;

import dev.dray.api.meta.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The consumptions of devices with the same traits, as numbers of a {@link CounterTable}.
 *
 * <p>Consumption from a counter set that was dropped is left out.
 */
public final class CounterDraw {
  private final int[] sets;
  private final List<List<String>> groups;
  private final int[] fixedCounters;
  private final List<Quantity> fixedAmounts;
  private final int[] requestedCounters;
  private final List<String> requestedCapacities;

  private CounterDraw(Builder builder) {
    sets = numbers(builder.sets);
    groups = List.copyOf(builder.groups);
    fixedCounters = numbers(builder.fixedCounters);
    fixedAmounts = List.copyOf(builder.fixedAmounts);
    requestedCounters = numbers(builder.requestedCounters);
    requestedCapacities = List.copyOf(builder.requestedCapacities);
  }

  private static int[] numbers(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Returns the number of counter sets that are consumed from. */
  public int sets() {
    return sets.length;
  }

  public int set(int i) {
    return sets[i];
  }

  /** Returns the compatibility groups that are declared for the i-th set. */
  public List<String> groups(int i) {
    return groups.get(i);
  }

  /** Returns the groups that are declared for a set; empty if the set is not consumed from. */
  public Optional<List<String>> groupsIn(int set) {
    for (int i = 0; i < sets.length; i++) {
      if (sets[i] == set) {
        return Optional.of(groups.get(i));
      }
    }
    return Optional.empty();
  }

  /** Returns the number of counters from which a fixed amount is taken. */
  public int fixed() {
    return fixedCounters.length;
  }

  public int fixedCounter(int i) {
    return fixedCounters[i];
  }

  public Quantity fixedAmount(int i) {
    return fixedAmounts.get(i);
  }

  /** Returns the number of counters from which the requested amount of a capacity is taken. */
  public int requested() {
    return requestedCounters.length;
  }

  public int requestedCounter(int i) {
    return requestedCounters[i];
  }

  /** Returns the capacity in its shortest spelling. */
  public String requestedCapacity(int i) {
    return requestedCapacities.get(i);
  }

  /** A collector of consumptions; for one thread. */
  static final class Builder {
    private final List<Integer> sets = new ArrayList<>();
    private final List<List<String>> groups = new ArrayList<>();
    private final List<Integer> fixedCounters = new ArrayList<>();
    private final List<Quantity> fixedAmounts = new ArrayList<>();
    private final List<Integer> requestedCounters = new ArrayList<>();
    private final List<String> requestedCapacities = new ArrayList<>();

    void set(int set, List<String> groups) {
      sets.add(set);
      this.groups.add(groups);
    }

    void fixed(int counter, Quantity amount) {
      fixedCounters.add(counter);
      fixedAmounts.add(amount);
    }

    void requested(int counter, String capacity) {
      requestedCounters.add(counter);
      requestedCapacities.add(capacity);
    }

    CounterDraw build() {
      return new CounterDraw(this);
    }
  }
}
