package dev.dray.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.time.Clock;
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
      "  dray convert --to v1beta1 -f claim.yaml"
    },
    subcommands = {ValidateCommand.class, ConvertCommand.class})
public final class Dray {

  /** What a command may touch of the world. */
  public record World(InputStream in, PrintWriter out, PrintWriter err, Clock clock, Ansi ansi) {}

  private Dray() {}

  /** Runs the command that the arguments name, and returns its exit code. */
  public static int run(World world, String... args) {
    var command = new CommandLine(new Dray(), commands(world));
    command.setOut(world.out());
    command.setErr(world.err());
    command.setColorScheme(CommandLine.Help.defaultColorScheme(world.ansi()));
    command.setUsageHelpAutoWidth(true);
    command.setParameterExceptionHandler(Dray::explainMistake);
    int code = args.length == 0 ? usage(command, world) : command.execute(args);
    world.out().flush();
    world.err().flush();
    return code;
  }

  private static IFactory commands(World world) {
    return new IFactory() {
      @Override
      @SuppressWarnings("unchecked")
      public <K> K create(Class<K> type) throws Exception {
        if (type == ValidateCommand.class) {
          return (K) new ValidateCommand(world);
        }
        if (type == ConvertCommand.class) {
          return (K) new ConvertCommand(world);
        }
        return CommandLine.defaultFactory().create(type);
      }
    };
  }

  private static int usage(CommandLine command, World world) {
    command.usage(world.err());
    return Exit.USAGE.code();
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
