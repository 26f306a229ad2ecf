package dev.dray.cli.serve;

import dev.dray.cli.output.LogLines;
import dev.dray.cli.output.Terminal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of commands that run until they are stopped. */
final class ServiceOptions {
  /** Dray's root logger, referenced because unreferenced loggers lose their level. */
  private static final Logger OURS = Logger.getLogger("dev.dray");

  /** The libraries that log about themselves at every start. */
  private static final List<Logger> TALKATIVE =
      List.of(
          Logger.getLogger("org.eclipse.jetty"),
          Logger.getLogger("io.grpc"),
          Logger.getLogger("io.netty"));

  private static final Logger ROOT = Logger.getLogger("");

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // picocli sets it before a command runs
  private CommandSpec command;

  @SuppressWarnings("UnusedVariable") // OptionDefaults has read it before anything else
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A YAML file with flags as keys, for flags that are not on the command line.")
  private Optional<Path> config = Optional.empty();

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description =
          "The format of the log on standard error: text (key=value, the default) or json.")
  private String logFormat = "text";

  @Option(
      names = {"-v", "--verbose"},
      description = "Log decisions, not only problems.")
  private boolean verbose;

  /** Sets up the log. */
  void begin(Terminal terminal) {
    var lines =
        switch (logFormat.toLowerCase(Locale.ROOT)) {
          case "text" -> LogLines.KEYS_AND_VALUES;
          case "json" -> LogLines.JSON;
          default ->
              throw new ParameterException(
                  command.commandLine(),
                  "--log-format must be text or json, got \"%s\".".formatted(logFormat));
        };
    for (var handler : ROOT.getHandlers()) {
      ROOT.removeHandler(handler);
    }
    var handler = new Printing(terminal);
    handler.setFormatter(lines);
    handler.setLevel(Level.ALL);
    ROOT.addHandler(handler);
    OURS.setLevel(verbose ? Level.FINE : Level.INFO);
    TALKATIVE.forEach(it -> it.setLevel(Level.WARNING));
  }

  /** A log handler that prints each record at once. */
  private static final class Printing extends Handler {
    private final Terminal terminal;

    Printing(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public void publish(LogRecord record) {
      if (isLoggable(record)) {
        terminal.err().print(getFormatter().format(record));
        terminal.err().flush();
      }
    }

    @Override
    public void flush() {
      terminal.err().flush();
    }

    @Override
    public void close() {
      flush();
    }
  }
}
