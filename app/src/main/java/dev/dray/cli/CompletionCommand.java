package dev.dray.cli;

import dev.dray.cli.output.Exit;
import dev.dray.cli.output.Terminal;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dray completion}: the script a shell needs to complete dray's commands and options. */
@Command(
    name = "completion",
    description = "Write the completion script of a shell.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "For kubectl dray nothing has to be loaded: put kubectl-dray and kubectl_complete-dray on"
          + " the",
      "PATH, and kubectl's own completion uses them.",
      "",
      "Examples:",
      "  source <(dray completion bash)",
      "  source <(dray completion zsh)",
      "  dray completion fish > ~/.config/fish/completions/dray.fish"
    })
final class CompletionCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before a command runs
  private CommandSpec command;

  @Parameters(
      paramLabel = "SHELL",
      completionCandidates = Shells.class,
      description = "${COMPLETION-CANDIDATES}.")
  private String shell = "";

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var whole = Dray.commandLine(terminal);
    terminal
        .out()
        .print(
            switch (shell.toLowerCase(Locale.ROOT)) {
              // The bash script sets itself up in zsh.
              case "bash", "zsh" -> AutoComplete.bash("dray", whole);
              case "fish" -> new FishCompletion(whole.getCommandSpec()).script();
              default ->
                  throw new ParameterException(
                      command.commandLine(),
                      "SHELL must be bash, zsh or fish, got \"%s\".".formatted(shell));
            });
    return Exit.OK.code();
  }

  /** The completion candidates of SHELL. */
  static final class Shells implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return List.of("bash", "zsh", "fish").iterator();
    }
  }
}
