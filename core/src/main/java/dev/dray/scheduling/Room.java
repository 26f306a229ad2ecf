package dev.dray.scheduling;

import static dev.dray.scheduling.PodAmounts.CPU;
import static dev.dray.scheduling.PodAmounts.MEMORY;
import static dev.dray.scheduling.PodAmounts.PODS;
import static dev.dray.scheduling.PodAmounts.STORAGE;

import dev.dray.api.meta.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongBinaryOperator;

/**
 * What a node has to give, and what pods took of it. Mutable.
 *
 * <p>A cluster's own nodes list all they have. In a manifest written by hand, cpu, memory and
 * storage that are not listed are not meant to run out; a node that lists nothing has no limits.
 */
final class Room {
  /** In upstream's words. */
  static final String FULL = "Too many pods";

  static final String INSUFFICIENT = "Insufficient ";

  private static final long UNLIMITED = Long.MAX_VALUE;
  private static final long PODS_IF_UNSAID = 110;

  private final Map<String, Long> allocatable = new HashMap<>();
  private final Map<String, Long> used = new HashMap<>();
  private final boolean limited;
  private final long mostPods;
  private final long mostCpu;
  private final long mostMemory;
  private long pods;
  private long cpu;
  private long memory;
  private long assumedCpu;
  private long assumedMemory;

  Room(Map<String, Quantity> allocatable) {
    limited = !allocatable.isEmpty();
    allocatable.forEach((name, most) -> this.allocatable.put(name, PodAmounts.units(name, most)));
    mostPods = this.allocatable.getOrDefault(PODS, limited ? PODS_IF_UNSAID : UNLIMITED);
    mostCpu = this.allocatable.getOrDefault(CPU, UNLIMITED);
    mostMemory = this.allocatable.getOrDefault(MEMORY, UNLIMITED);
  }

  /** Whether the node itself, and not a driver of devices, gives out this resource. */
  boolean offers(String resource) {
    return allocatable.getOrDefault(resource, 0L) > 0;
  }

  void take(PodAmounts amounts) {
    change(amounts, 1);
  }

  /** Undoes {@link #take}, unless the room is counted out. */
  void giveBack(PodAmounts amounts) {
    change(amounts, -1);
  }

  /** Whether more is taken of something than can be counted: then nobody knows how much. */
  boolean isCountedOut() {
    return isLimit(assumedCpu)
        || isLimit(assumedMemory)
        || used.values().stream().anyMatch(Room::isLimit);
  }

  private static boolean isLimit(long sum) {
    return sum == Long.MAX_VALUE || sum == Long.MIN_VALUE;
  }

  private void change(PodAmounts amounts, int sign) {
    pods += sign;
    assumedCpu = PodAmounts.plus(assumedCpu, sign * amounts.assumedCpu());
    assumedMemory = PodAmounts.plus(assumedMemory, sign * amounts.assumedMemory());
    amounts
        .requested()
        .forEach((name, amount) -> used.merge(name, sign * amount, PodAmounts::plus));
    used.values().removeIf(amount -> amount == 0);
    cpu = used.getOrDefault(CPU, 0L);
    memory = used.getOrDefault(MEMORY, 0L);
  }

  boolean fits(PodAmounts amounts) {
    if (pods >= mostPods) {
      return false;
    }
    for (var entry : amounts.requested().entrySet()) {
      if (lacks(entry.getKey(), entry.getValue())) {
        return false;
      }
    }
    return true;
  }

  private boolean lacks(String resource, long amount) {
    return switch (resource) {
      case CPU -> amount > mostCpu - cpu;
      case MEMORY -> amount > mostMemory - memory;
      default -> amount > most(resource) - used.getOrDefault(resource, 0L);
    };
  }

  private long most(String resource) {
    boolean unlimited = !limited || resource.equals(STORAGE);
    return allocatable.getOrDefault(resource, unlimited ? UNLIMITED : 0L);
  }

  /** What there is too little of for these amounts, in upstream's words; empty if they fit. */
  List<String> shortages(PodAmounts amounts) {
    var reasons = new ArrayList<String>();
    if (pods >= mostPods) {
      reasons.add(FULL);
    }
    amounts
        .requested()
        .forEach(
            (name, amount) -> {
              if (lacks(name, amount)) {
                reasons.add(INSUFFICIENT + name);
              }
            });
    return reasons;
  }

  /** How empty the node would be with these amounts, 0 to 100: the mean of cpu and memory. */
  long leastAllocated(PodAmounts amounts) {
    return mean(amounts, (used, most) -> used > most ? 0 : percent(most - used, most));
  }

  /**
   * How full the node would be with these amounts, 0 to 100: the mean of cpu and memory. As all is
   * rounded down, this may be less than what {@link #leastAllocated} leaves of 100.
   */
  long mostAllocated(PodAmounts amounts) {
    return mean(amounts, (used, most) -> percent(Math.min(used, most), most));
  }

  /** The mean over cpu and memory, as far as they are limited, of a score of used and most. */
  private long mean(PodAmounts amounts, LongBinaryOperator score) {
    long sum = 0;
    int counted = 0;
    if (mostCpu != UNLIMITED && mostCpu > 0) {
      sum += score.applyAsLong(PodAmounts.plus(assumedCpu, amounts.assumedCpu()), mostCpu);
      counted++;
    }
    if (mostMemory != UNLIMITED && mostMemory > 0) {
      sum += score.applyAsLong(PodAmounts.plus(assumedMemory, amounts.assumedMemory()), mostMemory);
      counted++;
    }
    return counted == 0 ? 0 : sum / counted;
  }

  private static long percent(long part, long most) {
    return most < Long.MAX_VALUE / 100 ? part * 100 / most : part / (most / 100);
  }

  /** How evenly cpu and memory would be used with these amounts, 0 to 100. */
  long balanced(PodAmounts amounts) {
    if (amounts.isBestEffort()) {
      return 0;
    }
    boolean both = mostCpu != UNLIMITED && mostCpu > 0 && mostMemory != UNLIMITED && mostMemory > 0;
    double apart =
        both
            ? share(PodAmounts.plus(cpu, amounts.of(CPU)), mostCpu)
                - share(PodAmounts.plus(memory, amounts.of(MEMORY)), mostMemory)
            : 0;
    return (long) ((1 - Math.abs(apart) / 2) * 100);
  }

  private static double share(long used, long most) {
    return Math.min(1.0, (double) used / most);
  }
}
