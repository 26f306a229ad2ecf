package dev.dray.scheduler;

import static java.util.Objects.requireNonNull;

import dev.dray.allocation.Parallelizer;
import dev.dray.api.gate.Gates;
import dev.dray.framework.SchedulerCache;
import dev.dray.framework.ScoringStrategy;
import java.time.Duration;
import java.util.List;

/**
 * The options of a scheduler.
 *
 * @param names the values of {@code schedulerName} whose pods it schedules
 * @param bindingTimeout the time that devices may take to become ready
 * @param filterTimeout the time that a search for devices may take on a node; unlimited if zero
 * @param firstBackoff the backoff after a pod's first failure; doubled with each further one
 * @param longestBackoff the longest backoff
 * @param longestWait the time after which a waiting pod is tried again even if nothing happened
 * @param mostBindings the limit on pods with writes under way; those that wait for devices to
 *     become ready are not counted
 * @param decisions the number of pods decided on before informers get their turn
 * @param scoringStrategy whether emptier or fuller nodes score higher
 * @param parallelizer the threads that search for devices, if there are any
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

  /** The default of kube-scheduler. */
  public static final Duration FILTER_TIMEOUT = Duration.ofSeconds(10);

  public SchedulerOptions {
    names = List.copyOf(names);
    requireNonNull(gates, "gates");
    requireNonNull(scoringStrategy, "scoringStrategy");
    requireNonNull(parallelizer, "parallelizer");
    requirePositive(bindingTimeout, "bindingTimeout");
    if (filterTimeout.isNegative()) {
      throw new IllegalArgumentException(
          "filterTimeout must not be negative, got [%s].".formatted(filterTimeout));
    }
    requirePositive(firstBackoff, "firstBackoff");
    requirePositive(longestBackoff, "longestBackoff");
    requirePositive(longestWait, "longestWait");
    if (names.isEmpty() || mostBindings < 1 || decisions < 1) {
      throw new IllegalArgumentException(
          "A scheduler needs a name, got %s, and positive mostBindings [%d] and decisions [%d]."
              .formatted(names, mostBindings, decisions));
    }
  }

  private static void requirePositive(Duration duration, String name) {
    if (!duration.isPositive()) {
      throw new IllegalArgumentException(
          "%s must be a positive duration, got [%s].".formatted(name, duration));
    }
  }

  /** Returns the defaults of kube-scheduler. */
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
