package dev.dray.cli.options;

import dev.dray.api.gate.Gates;
import dev.dray.framework.ScoringStrategy;
import dev.dray.scheduler.SchedulerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of commands that schedule pods. */
public final class SchedulingOptions {
  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // picocli sets it before a command runs
  private CommandSpec command;

  @Option(
      names = "--scheduler-name",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "default-scheduler",
      description = "The schedulerName of pods to place (default: default-scheduler). Repeatable.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--binding-timeout",
      paramLabel = "TIME",
      defaultValue = "10m",
      description =
          "How long devices with binding conditions may take to become ready (default: 10m).")
  private String bindingTimeout = "10m";

  @Option(
      names = "--filter-timeout",
      paramLabel = "TIME",
      defaultValue = "10s",
      description =
          "How long a search for devices may take on a node before the pod is tried"
              + " elsewhere (default: 10s); 0 is no limit.")
  private String filterTimeout = "10s";

  @Option(
      names = "--scoring-strategy",
      paramLabel = "STRATEGY",
      completionCandidates = Strategies.class,
      defaultValue = "LeastAllocated",
      description =
          "Which nodes score higher by their cpu and memory: LeastAllocated, the emptier"
              + " ones (the default), or MostAllocated, the fuller ones.")
  private String scoringStrategy = "LeastAllocated";

  public SchedulerOptions options(Gates gates) {
    var binding = time("--binding-timeout", bindingTimeout);
    if (binding.isZero()) {
      throw mistake(
          "--binding-timeout must be a positive duration, got \"0\": devices need some time to"
              + " become ready.");
    }
    return new SchedulerOptions(
        names,
        gates,
        binding,
        time("--filter-timeout", filterTimeout),
        strategy(),
        SchedulerOptions.MOST_BINDINGS);
  }

  private ScoringStrategy strategy() {
    return ScoringStrategy.of(scoringStrategy)
        .orElseThrow(
            () ->
                mistake(
                    "--scoring-strategy must be %2$s, got \"%1$s\"."
                        .formatted(scoringStrategy, String.join(" or ", new Strategies()))));
  }

  private Duration time(String flag, String text) {
    return DurationOptions.of(flag, text, this::mistake);
  }

  private ParameterException mistake(String message) {
    return new ParameterException(command.commandLine(), message);
  }

  /** The completion candidates of --scoring-strategy. */
  static final class Strategies implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(ScoringStrategy.values()).map(ScoringStrategy::word).iterator();
    }
  }
}
