package dev.dray.cli.options;

import dev.dray.allocation.FilterTimeout;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.cli.output.SentenceList;
import dev.dray.cli.output.Terminal;
import dev.dray.framework.UnschedulableReason;
import dev.dray.inventory.LabeledNode;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The filter timeout of commands, and the advice for searches that exceeded it. */
public final class SearchLimit {
  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // picocli sets it before a command runs
  private CommandSpec command;

  @Option(
      names = "--filter-timeout",
      paramLabel = "TIME",
      defaultValue = "10s",
      description =
          "How long a search for devices may take on a node before it is given up, as in a"
              + " scheduler (default: 10s); 0 is no limit.")
  private String timeout = "10s";

  private final LongAdder givenUp = new LongAdder();

  /** Returns the filter timeout, measured by this clock. */
  public FilterTimeout patience(Clock clock) {
    var most = DurationOptions.of("--filter-timeout", timeout, this::mistake);
    if (most.isZero()) {
      return FilterTimeout.ENDLESS;
    }
    return () -> {
      var end = clock.instant().plus(most);
      var told = new AtomicBoolean();
      return () -> {
        boolean late = !clock.instant().isBefore(end);
        if (late && !told.getAndSet(true)) {
          givenUp.increment();
        }
        return late;
      };
    };
  }

  private ParameterException mistake(String message) {
    return new ParameterException(command.commandLine(), message);
  }

  /**
   * Warns if searches were given up: even where everything is placed, another placement might have
   * been found first.
   */
  public void warn(Terminal terminal) {
    long count = givenUp.sum();
    if (count > 0) {
      terminal
          .err()
          .println(
              "warning: %s for devices took longer than %s and %s given up; with a longer --filter-timeout the answer may differ."
                  .formatted(
                      count == 1 ? "1 search" : "%,d searches".formatted(count),
                      timeout,
                      count == 1 ? "was" : "were"));
    }
  }

  /** Returns advice if a pod waits because searches timed out. */
  public static Optional<String> advice(UnschedulableReason reason) {
    return reason instanceof UnschedulableReason.NoNode none && none.tookTooLong()
        ? Optional.of(
            advice(
                none.unallocated().stream().map(SearchLimit::name).toList(),
                none.timedOut().stream().map(LabeledNode::name).toList()))
        : Optional.empty();
  }

  private static String name(ResourceClaim claim) {
    return "claim %s/%s".formatted(claim.metadata().namespace(), claim.metadata().name());
  }

  /** Returns advice about claims, or the pods that have them, on nodes whose search timed out. */
  public static String advice(List<String> who, List<String> nodes) {
    return "It is unknown whether there are devices for %s on %s: the search was given up. Maybe give it more time with --filter-timeout (0 is no limit), or use fewer constraints."
        .formatted(String.join(", ", who), SentenceList.some(nodes));
  }
}
