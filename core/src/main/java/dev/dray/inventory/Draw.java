package dev.dray.inventory;

import dev.dray.api.meta.Quantity;
import java.util.List;

/**
 * The consumptions of devices with the same traits, as numbers of a {@link CounterTable}.
 *
 * <p>What is consumed from a counter set that left the view is not in it.
 */
public final class Draw {
  static final Draw NOTHING =
      new Draw(new int[0], List.of(), new int[0], new Quantity[0], new int[0], new String[0]);

  private final int[] sets;
  private final List<List<String>> groups;
  private final int[] fixedCounters;
  private final Quantity[] fixedAmounts;
  private final int[] requestedCounters;
  private final String[] requestedCapacities;

  Draw(
      int[] sets,
      List<List<String>> groups,
      int[] fixedCounters,
      Quantity[] fixedAmounts,
      int[] requestedCounters,
      String[] requestedCapacities) {
    this.sets = sets.clone();
    this.groups = List.copyOf(groups);
    this.fixedCounters = fixedCounters.clone();
    this.fixedAmounts = fixedAmounts.clone();
    this.requestedCounters = requestedCounters.clone();
    this.requestedCapacities = requestedCapacities.clone();
  }

  /** How many counter sets are consumed from. */
  public int sets() {
    return sets.length;
  }

  public int set(int i) {
    return sets[i];
  }

  /** The groups that are declared for the i-th set. */
  public List<String> groups(int i) {
    return groups.get(i);
  }

  /** How many counters have a fixed amount taken. */
  public int fixed() {
    return fixedCounters.length;
  }

  public int fixedCounter(int i) {
    return fixedCounters[i];
  }

  public Quantity fixedAmount(int i) {
    return fixedAmounts[i];
  }

  /** How many counters have taken from them what is requested of a capacity. */
  public int requested() {
    return requestedCounters.length;
  }

  public int requestedCounter(int i) {
    return requestedCounters[i];
  }

  /** The capacity in its shortest spelling. */
  public String requestedCapacity(int i) {
    return requestedCapacities[i];
  }
}
