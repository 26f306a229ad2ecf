package dev.dray.cli;

import dev.dray.cli.available.AvailableCommand;
import dev.dray.cli.explain.ExplainCommand;
import dev.dray.cli.fit.FitCommand;
import dev.dray.cli.output.CommandFailure;
import dev.dray.cli.output.Exit;
import dev.dray.cli.output.Terminal;
import dev.dray.cli.output.UnusableInput;
import dev.dray.cli.output.Version;
import dev.dray.cli.patch.PatchCommand;
import dev.dray.cli.serve.ApiserverCommand;
import dev.dray.cli.serve.ControllersCommand;
import dev.dray.cli.serve.SchedulerCommand;
import dev.dray.cli.serve.UpCommand;
import dev.dray.cli.simulate.SimulateCommand;
import dev.dray.cli.slices.CompactCommand;
import dev.dray.cli.slices.ConvertCommand;
import dev.dray.cli.slices.FlattenCommand;
import dev.dray.cli.slices.GenerateCommand;
import dev.dray.cli.validate.ValidateCommand;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/**
 * {@code dray}: the root command, and what all commands share.
 *
 * <p>A new command is a class {@code NameCommand} in a package below this one, annotated with
 * picocli's {@link Command} and with a constructor that takes a {@link Terminal}. It is registered
 * by one entry in {@link #COMMANDS}, whose order is the order of the help. The class name decides
 * the command's name: {@code ValidateCommand} is {@code validate}. Completion, {@code --help} and
 * the rehearsal after a build then know it by themselves. A command that runs until it is stopped
 * is also added to {@link #SERVICES}, so that its options can come from the environment and from
 * the file of {@code --config} ({@link OptionDefaults}).
 *
 * <p>A command ends with the exit code it returns ({@link Exit}). It may throw {@link
 * UnusableInput} after it has printed what is wrong; any other exception is reported as a {@link
 * CommandFailure}, without a stack trace unless debugging is on.
 */
@Command(
    name = "dray",
    description =
        "Kubernetes Dynamic Resource Allocation: a control plane, and answers on manifests.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "Exit codes: 0 no problem was found, 1 there are findings, 2 the command could not run.",
      "",
      "Examples:",
      "  dray up --generate h200-mig=4",
      "  dray validate -f slices.yaml",
      "  kubectl get resourceslices,deviceclasses -o yaml | dray validate -f -",
      "  dray convert --to v1beta1 -f claim.yaml",
      "  dray simulate -f cluster/ --drain node-1"
    })
public final class Dray {

  private Dray() {}

  /** The first argument of kubectl's completion requests. */
  private static final String COMPLETE = "__complete";

  /** Runs the command that the arguments name, and returns its exit code. */
  public static int run(Terminal terminal, String... args) {
    var command = commandLine(terminal, args);
    int code;
    try {
      code = execute(command, terminal, List.of(args));
    } catch (Throwable e) { // last resort: users never see a stack trace
      code = CommandFailure.of(e).tell(terminal.err());
    }
    terminal.out().flush();
    terminal.err().flush();
    return code;
  }

  private static int execute(CommandLine command, Terminal terminal, List<String> args) {
    if (args.isEmpty()) {
      command.usage(terminal.err());
      return Exit.USAGE.code();
    }
    if (args.getFirst().equals(COMPLETE)) {
      var answer =
          new PluginCompletion(command.getCommandSpec()).answer(args.subList(1, args.size()));
      terminal.out().print(answer);
      return Exit.OK.code();
    }
    return command.execute(args.toArray(String[]::new));
  }

  /** The command classes and their constructors, in the order of the help. */
  private static final List<Map.Entry<Class<?>, Function<Terminal, ?>>> COMMANDS =
      List.of(
          Map.entry(UpCommand.class, UpCommand::new),
          Map.entry(ValidateCommand.class, ValidateCommand::new),
          Map.entry(ConvertCommand.class, ConvertCommand::new),
          Map.entry(FlattenCommand.class, FlattenCommand::new),
          Map.entry(CompactCommand.class, CompactCommand::new),
          Map.entry(ExplainCommand.class, ExplainCommand::new),
          Map.entry(AvailableCommand.class, AvailableCommand::new),
          Map.entry(FitCommand.class, FitCommand::new),
          Map.entry(PatchCommand.class, PatchCommand::new),
          Map.entry(SimulateCommand.class, SimulateCommand::new),
          Map.entry(GenerateCommand.class, GenerateCommand::new),
          Map.entry(ApiserverCommand.class, ApiserverCommand::new),
          Map.entry(SchedulerCommand.class, SchedulerCommand::new),
          Map.entry(ControllersCommand.class, ControllersCommand::new),
          Map.entry(CompletionCommand.class, CompletionCommand::new));

  /** The commands that run until they are stopped, and can be configured by a file. */
  private static final Set<String> SERVICES = Set.of("up", "apiserver", "scheduler", "controllers");

  /** Returns the names of all commands. */
  public static List<String> commandNames() {
    return COMMANDS.stream().map(Dray::nameOf).toList();
  }

  /**
   * Returns the name of a command, {@code validate} for {@code ValidateCommand}, without reading
   * any annotation.
   */
  private static String nameOf(Map.Entry<Class<?>, ?> command) {
    return command.getKey().getSimpleName().replaceFirst("Command$", "").toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the command line: with all commands, or only the one that the first argument names.
   *
   * <p>Reading the annotations of a command takes as long as many commands run.
   */
  static CommandLine commandLine(Terminal terminal, String... args) {
    var line = new CommandLine(new Dray());
    var named =
        COMMANDS.stream().filter(it -> args.length > 0 && nameOf(it).equals(args[0])).toList();
    for (var command : named.isEmpty() ? COMMANDS : named) {
      line.addSubcommand(nameOf(command), command.getValue().apply(terminal));
    }
    if (args.length > 0 && SERVICES.contains(args[0])) {
      Optional.ofNullable(line.getSubcommands().get(args[0]))
          .ifPresent(
              it ->
                  it.setDefaultValueProvider(
                      new OptionDefaults(it, System.getenv(), List.of(args))));
    }
    // kubectl runs plugins as its own subcommands, and help should show what was typed.
    Optional.ofNullable(System.getenv("DRAY_STARTED_AS")).ifPresent(line::setCommandName);
    line.setOut(terminal.out());
    line.setErr(terminal.err());
    line.setColorScheme(CommandLine.Help.defaultColorScheme(terminal.ansi()));
    // Determining the width starts a process, and only a terminal has a width.
    line.setUsageHelpAutoWidth(terminal.ansi().enabled());
    line.setParameterExceptionHandler(Dray::explainMistake);
    line.setExecutionExceptionHandler(Dray::endEarly);
    return line;
  }

  /**
   * Handles an exception of a command. An {@link UnusableInput} has been explained already;
   * anything else is a bug.
   */
  private static int endEarly(Exception e, CommandLine command, CommandLine.ParseResult arguments) {
    if (e instanceof UnusableInput unusableInput) {
      return unusableInput.exit().code();
    }
    return CommandFailure.of(e).tell(command.getErr());
  }

  private static int explainMistake(ParameterException e, String[] args) {
    var command = e.getCommandLine();
    var err = command.getErr();
    err.println("error: " + e.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
    err.printf("See '%s --help' for usage.%n", command.getCommandSpec().qualifiedName());
    return Exit.USAGE.code();
  }
}
