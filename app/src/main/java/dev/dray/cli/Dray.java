package dev.dray.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.ParameterException;

/** {@code dray}: what all commands share. */
@Command(
    name = "dray",
    description = "Kubernetes Dynamic Resource Allocation, on your manifests.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "Exit codes: 0 nothing is wrong, 1 there are findings, 2 the command could not run.",
      "",
      "Examples:",
      "  dray validate -f slices.yaml",
      "  kubectl get resourceslices,deviceclasses -o yaml | dray validate -f -",
      "  dray convert --to v1beta1 -f claim.yaml",
      "  dray simulate -f cluster/ --drain node-1"
    },
    subcommands = {ValidateCommand.class, ConvertCommand.class, SimulateCommand.class, GenerateCommand.class})
public final class Dray {

  /** What a command may touch of the world. */
  public record World(
      InputStream in, PrintWriter out, PrintWriter err, Clock clock, Ansi ansi, Progress progress) {

    /** A world in which nobody watches. */
    public World(InputStream in, PrintWriter out, PrintWriter err, Clock clock, Ansi ansi) {
      this(in, out, err, clock, ansi, Progress.NONE);
    }
  }

  private Dray() {}

  /** Runs the command that the arguments name, and returns its exit code. */
  public static int run(World world, String... args) {
    var command = new CommandLine(new Dray(), commands(world));
    command.setOut(world.out());
    command.setErr(world.err());
    command.setColorScheme(CommandLine.Help.defaultColorScheme(world.ansi()));
    command.setUsageHelpAutoWidth(true);
    command.setParameterExceptionHandler(Dray::explainMistake);
    command.setExecutionExceptionHandler(Dray::endEarly);
    int code = args.length == 0 ? usage(command, world) : command.execute(args);
    world.out().flush();
    world.err().flush();
    return code;
  }

  /** How to make each command; it needs a line here and one among the subcommands. */
  private static final Map<Class<?>, Function<World, ?>> COMMANDS =
      Map.ofEntries(
          Map.entry(ValidateCommand.class, ValidateCommand::new),
          Map.entry(ConvertCommand.class, ConvertCommand::new),
          Map.entry(SimulateCommand.class, SimulateCommand::new),
          Map.entry(GenerateCommand.class, GenerateCommand::new));

  private static IFactory commands(World world) {
    return new IFactory() {
      @Override
      public <K> K create(Class<K> type) throws Exception {
        var make = COMMANDS.get(type);
        return make == null
            ? CommandLine.defaultFactory().create(type)
            : type.cast(make.apply(world));
      }
    };
  }

  private static int usage(CommandLine command, World world) {
    command.usage(world.err());
    return Exit.USAGE.code();
  }

  /** A command that cannot go on has said why; anything else is a mistake of ours. */
  private static int endEarly(Exception e, CommandLine command, CommandLine.ParseResult arguments)
      throws Exception {
    if (e instanceof Refusal refusal) {
      return refusal.exit().code();
    }
    throw e;
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
