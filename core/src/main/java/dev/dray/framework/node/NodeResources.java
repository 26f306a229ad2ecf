package dev.dray.framework.node;

import static dev.dray.framework.node.PodRequests.CPU;
import static dev.dray.framework.node.PodRequests.MEMORY;
import static dev.dray.framework.node.PodRequests.PODS;
import static dev.dray.framework.node.PodRequests.STORAGE;

import dev.dray.api.meta.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongBinaryOperator;

/**
 * The allocatable resources of a node and what its pods take of them. Mutable.
 *
 * <p>Nodes of a real cluster list everything they have. In a manifest written by hand, cpu, memory
 * and storage that are not listed are taken to be unlimited, and a node that lists nothing has no
 * limits at all.
 */
public final class NodeResources {
  /** The reason for a node without room for one more pod, in upstream's words. */
  public static final String FULL = "Too many pods";

  public static final String INSUFFICIENT = "Insufficient ";

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

  NodeResources(Map<String, Quantity> allocatable) {
    limited = !allocatable.isEmpty();
    allocatable.forEach((name, most) -> this.allocatable.put(name, PodRequests.units(name, most)));
    mostPods = this.allocatable.getOrDefault(PODS, limited ? PODS_IF_UNSAID : UNLIMITED);
    mostCpu = this.allocatable.getOrDefault(CPU, UNLIMITED);
    mostMemory = this.allocatable.getOrDefault(MEMORY, UNLIMITED);
  }

  /** Returns whether the node itself, and not a driver of devices, offers this resource. */
  public boolean offers(String resource) {
    return allocatable.getOrDefault(resource, 0L) > 0;
  }

  void take(PodRequests amounts) {
    change(amounts, 1);
  }

  /** Undoes {@link #take}, unless a sum has overflowed, see {@link #isCountedOut}. */
  void giveBack(PodRequests amounts) {
    change(amounts, -1);
  }

  /** Returns whether a sum exceeds what a long holds, so that the true amount is not known. */
  boolean isCountedOut() {
    return isLimit(assumedCpu)
        || isLimit(assumedMemory)
        || used.values().stream().anyMatch(NodeResources::isLimit);
  }

  private static boolean isLimit(long sum) {
    return sum == Long.MAX_VALUE || sum == Long.MIN_VALUE;
  }

  private void change(PodRequests amounts, int sign) {
    pods += sign;
    assumedCpu = PodRequests.plus(assumedCpu, sign * amounts.assumedCpu());
    assumedMemory = PodRequests.plus(assumedMemory, sign * amounts.assumedMemory());
    amounts
        .requested()
        .forEach((name, amount) -> used.merge(name, sign * amount, PodRequests::plus));
    used.values().removeIf(amount -> amount == 0);
    cpu = used.getOrDefault(CPU, 0L);
    memory = used.getOrDefault(MEMORY, 0L);
  }

  public boolean fits(PodRequests amounts) {
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

  /** Returns the reasons why these amounts do not fit, in upstream's words; empty if they fit. */
  public List<String> shortages(PodRequests amounts) {
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

  /**
   * Returns how empty the node would be with these amounts, 0 to 100: the mean of cpu and memory.
   */
  public long leastAllocated(PodRequests amounts) {
    return mean(amounts, (used, most) -> used > most ? 0 : percent(most - used, most));
  }

  /**
   * Returns how full the node would be with these amounts, 0 to 100: the mean of cpu and memory. As
   * everything is rounded down, this may be less than 100 minus {@link #leastAllocated}.
   */
  public long mostAllocated(PodRequests amounts) {
    return mean(amounts, (used, most) -> percent(Math.min(used, most), most));
  }

  /**
   * Returns the mean of a score of used and allocatable amounts over cpu and memory, as far as
   * these are limited.
   */
  private long mean(PodRequests amounts, LongBinaryOperator score) {
    long sum = 0;
    int counted = 0;
    if (mostCpu != UNLIMITED && mostCpu > 0) {
      sum += score.applyAsLong(PodRequests.plus(assumedCpu, amounts.assumedCpu()), mostCpu);
      counted++;
    }
    if (mostMemory != UNLIMITED && mostMemory > 0) {
      sum +=
          score.applyAsLong(PodRequests.plus(assumedMemory, amounts.assumedMemory()), mostMemory);
      counted++;
    }
    return counted == 0 ? 0 : sum / counted;
  }

  private static long percent(long part, long most) {
    return most < Long.MAX_VALUE / 100 ? part * 100 / most : part / (most / 100);
  }

  /** Returns how evenly cpu and memory would be used with these amounts, 0 to 100. */
  public long balanced(PodRequests amounts) {
    if (amounts.isBestEffort()) {
      return 0;
    }
    boolean both = mostCpu != UNLIMITED && mostCpu > 0 && mostMemory != UNLIMITED && mostMemory > 0;
    double apart =
        both
            ? share(PodRequests.plus(cpu, amounts.of(CPU)), mostCpu)
                - share(PodRequests.plus(memory, amounts.of(MEMORY)), mostMemory)
            : 0;
    return (long) ((1 - Math.abs(apart) / 2) * 100);
  }

  private static double share(long used, long most) {
    return Math.min(1.0, (double) used / most);
  }
}
