package dev.dray.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The completion script of the fish shell: a line for each command and each option. */
record FishCompletion(CommandSpec spec) {

  String script() {
    var lines = new ArrayList<String>();
    lines.add("# Completions of dray for fish: dray completion fish");
    spec.subcommands()
        .forEach(
            (name, command) -> {
              lines.add(command(name, command.getCommandSpec()));
              addArguments(name, command.getCommandSpec(), lines);
            });
    return String.join("\n", lines) + "\n";
  }

  private static String command(String name, CommandSpec command) {
    return "complete -c dray -f -n __fish_use_subcommand -a %s -d %s"
        .formatted(name, quoted(firstLine(command.usageMessage().description())));
  }

  private static void addArguments(String name, CommandSpec command, List<String> lines) {
    var only = "complete -c dray -n '__fish_seen_subcommand_from %s'".formatted(name);
    for (var option : command.options()) {
      lines.add(only + option(option));
    }
    for (var parameter : command.positionalParameters()) {
      var candidates = words(parameter.completionCandidates());
      if (!candidates.isEmpty()) {
        lines.add(only + " -f -a " + quoted(candidates));
      }
    }
  }

  private static String option(OptionSpec option) {
    var text = new StringBuilder();
    for (var name : option.names()) {
      text.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
    }
    if (option.arity().max() > 0) {
      text.append(" -r");
    }
    var candidates = words(option.completionCandidates());
    if (!candidates.isEmpty()) {
      text.append(" -f -a ").append(quoted(candidates));
    }
    return text.append(" -d ").append(quoted(firstLine(option.description()))).toString();
  }

  private static String words(@Nullable Iterable<String> candidates) {
    return candidates == null
        ? ""
        : StreamSupport.stream(candidates.spliterator(), false).collect(Collectors.joining(" "));
  }

  private static String firstLine(String[] description) {
    return description.length == 0 ? "" : description[0];
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
