package dev.dray.scheduler;

import static java.util.Objects.requireNonNull;

import dev.dray.allocation.Parallelizer;
import dev.dray.api.gate.Gates;
import dev.dray.framework.SchedulerCache;
import dev.dray.framework.ScoringStrategy;
import java.time.Duration;
import java.util.List;

/**
 * How a scheduler goes about it.
 *
 * @param names pods with one of these as {@code schedulerName} are its own
 * @param bindingTimeout how long devices may take to become ready
 * @param filterTimeout how long a search for devices may take on a node; none if zero
 * @param firstBackoff how long a pod rests after its first failure; doubled with each further one
 * @param longestBackoff how long it rests at most
 * @param longestWait after so long a pod that waits is tried again, whether or not anything helps
 * @param mostBindings for how many pods at most writes are under way; those that wait for devices
 *     to become ready are not counted
 * @param decisions how many pods are decided on before informers get their turn
 * @param scoringStrategy whether emptier or fuller nodes are better
 * @param parallelizer threads to look for devices, if there are any
 */
public record SchedulerOptions(
    List<String> names,
    Gates gates,
    Duration bindingTimeout,
    Duration filterTimeout,
    Duration firstBackoff,
    Duration longestBackoff,
    Duration longestWait,
    int mostBindings,
    int decisions,
    ScoringStrategy scoringStrategy,
    Parallelizer parallelizer) {
  public static final String DEFAULT_NAME = "default-scheduler";

  /** As kube-scheduler has it. */
  public static final Duration FILTER_TIMEOUT = Duration.ofSeconds(10);

  public SchedulerOptions {
    names = List.copyOf(names);
    requireNonNull(gates, "gates");
    requireNonNull(scoringStrategy, "scoringStrategy");
    requireNonNull(parallelizer, "workers");
    requirePositive(bindingTimeout, "bindingTimeout");
    if (filterTimeout.isNegative()) {
      throw new IllegalArgumentException("filterTimeout [%s] is no time.".formatted(filterTimeout));
    }
    requirePositive(firstBackoff, "firstBackoff");
    requirePositive(longestBackoff, "longestBackoff");
    requirePositive(longestWait, "longestWait");
    if (names.isEmpty() || mostBindings < 1 || decisions < 1) {
      throw new IllegalArgumentException(
          "A scheduler needs a name [%s], bindings [%d] and decisions [%d]."
              .formatted(names, mostBindings, decisions));
    }
  }

  private static void requirePositive(Duration duration, String name) {
    if (!duration.isPositive()) {
      throw new IllegalArgumentException("%s [%s] is no time.".formatted(name, duration));
    }
  }

  /** As kube-scheduler has it. */
  public static SchedulerOptions defaults(Gates gates) {
    return new SchedulerOptions(
        List.of(DEFAULT_NAME),
        gates,
        SchedulerCache.BINDING_TIMEOUT,
        FILTER_TIMEOUT,
        Duration.ofSeconds(1),
        Duration.ofSeconds(10),
        Duration.ofMinutes(5),
        200,
        8,
        ScoringStrategy.LEAST_ALLOCATED,
        Parallelizer.CALLER);
  }

  public SchedulerOptions withNames(List<String> names) {
    return new SchedulerOptions(
        names,
        gates,
        bindingTimeout,
        filterTimeout,
        firstBackoff,
        longestBackoff,
        longestWait,
        mostBindings,
        decisions,
        scoringStrategy,
        parallelizer);
  }

  public SchedulerOptions withBindingTimeout(Duration bindingTimeout) {
    return new SchedulerOptions(
        names,
        gates,
        bindingTimeout,
        filterTimeout,
        firstBackoff,
        longestBackoff,
        longestWait,
        mostBindings,
        decisions,
        scoringStrategy,
        parallelizer);
  }

  public SchedulerOptions withFilterTimeout(Duration filterTimeout) {
    return new SchedulerOptions(
        names,
        gates,
        bindingTimeout,
        filterTimeout,
        firstBackoff,
        longestBackoff,
        longestWait,
        mostBindings,
        decisions,
        scoringStrategy,
        parallelizer);
  }

  public SchedulerOptions withGates(Gates gates) {
    return new SchedulerOptions(
        names,
        gates,
        bindingTimeout,
        filterTimeout,
        firstBackoff,
        longestBackoff,
        longestWait,
        mostBindings,
        decisions,
        scoringStrategy,
        parallelizer);
  }

  public SchedulerOptions withMostBindings(int mostBindings) {
    return new SchedulerOptions(
        names,
        gates,
        bindingTimeout,
        filterTimeout,
        firstBackoff,
        longestBackoff,
        longestWait,
        mostBindings,
        decisions,
        scoringStrategy,
        parallelizer);
  }

  public SchedulerOptions withScoringStrategy(ScoringStrategy scoringStrategy) {
    return new SchedulerOptions(
        names,
        gates,
        bindingTimeout,
        filterTimeout,
        firstBackoff,
        longestBackoff,
        longestWait,
        mostBindings,
        decisions,
        scoringStrategy,
        parallelizer);
  }

  public SchedulerOptions withWorkers(Parallelizer parallelizer) {
    return new SchedulerOptions(
        names,
        gates,
        bindingTimeout,
        filterTimeout,
        firstBackoff,
        longestBackoff,
        longestWait,
        mostBindings,
        decisions,
        scoringStrategy,
        parallelizer);
  }
}
