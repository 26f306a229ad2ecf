package dev.dray.cli.options;

import dev.dray.api.meta.LabelQuery;
import dev.dray.api.meta.Parsed;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that select objects of manifests. */
public final class SelectionOptions {
  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // picocli sets it before a command runs
  private CommandSpec command;

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "QUERY",
      description =
          "Only objects with these labels, as in kubectl: a=b, a!=b, 'a in (b,c)', a, '!a'.")
  private String selector = "";

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      description = "The namespace of objects without one.")
  private Optional<String> namespace = Optional.empty();

  public LabelQuery labels() {
    return switch (LabelQuery.tryParse(selector)) {
      case Parsed.Value<LabelQuery>(var query) -> query;
      case Parsed.Mistake<LabelQuery>(var message) ->
          throw new ParameterException(
              command.commandLine(),
              "-l \"%s\" is not a label selector: %s".formatted(selector, message));
    };
  }

  /** Returns the namespace; empty unless it is set. */
  public Optional<String> namespace() {
    return namespace;
  }
}
