package dev.dray.scheduler;

import dev.dray.api.core.Pod;
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
 * @param scoringStrategy whether emptier or fuller nodes score higher
 * @param mostBindings the limit on pods with writes under way; those that wait for devices to
 *     become ready are not counted
 */
public record SchedulerOptions(
    List<String> names,
    Gates gates,
    Duration bindingTimeout,
    Duration filterTimeout,
    ScoringStrategy scoringStrategy,
    int mostBindings) {
  public static final String DEFAULT_NAME = "default-scheduler";
  public static final int MOST_BINDINGS = 200;

  /** The default of kube-scheduler. */
  public static final Duration FILTER_TIMEOUT = Duration.ofSeconds(10);

  public SchedulerOptions {
    names = List.copyOf(names);
    if (!bindingTimeout.isPositive() || filterTimeout.isNegative()) {
      throw new IllegalArgumentException(
          "bindingTimeout must be positive, got [%s], and filterTimeout not negative, got [%s]."
              .formatted(bindingTimeout, filterTimeout));
    }
    if (names.isEmpty() || mostBindings < 1) {
      throw new IllegalArgumentException(
          "A scheduler needs a name, got %s, and positive mostBindings, got [%d]."
              .formatted(names, mostBindings));
    }
  }

  /** Returns the defaults of kube-scheduler. */
  public static SchedulerOptions defaults(Gates gates) {
    return new SchedulerOptions(
        List.of(DEFAULT_NAME),
        gates,
        SchedulerCache.BINDING_TIMEOUT,
        FILTER_TIMEOUT,
        ScoringStrategy.LEAST_ALLOCATED,
        MOST_BINDINGS);
  }

  /** Returns whether the scheduler is to find a node for the pod. */
  boolean isResponsibleFor(Pod pod) {
    return pod.spec().nodeName().isEmpty()
        && !pod.status().finished()
        && pod.metadata().deletionTimestamp().isEmpty()
        && names.contains(pod.spec().schedulerName());
  }

  public SchedulerOptions withGates(Gates gates) {
    return new SchedulerOptions(
        names, gates, bindingTimeout, filterTimeout, scoringStrategy, mostBindings);
  }
}
