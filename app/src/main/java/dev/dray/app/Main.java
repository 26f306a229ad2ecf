package dev.dray.app;

import dev.dray.cli.Dray;
import dev.dray.cli.output.Progress;
import dev.dray.cli.output.Terminal;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;

/** The main class of {@code dray}. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    // Names, numbers and letters of the API are the same everywhere, whoever starts the process: in
    // some locales %d writes other digits, which names cannot contain.
    Locale.setDefault(Locale.US);
    var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    var progress = watched() ? Progress.on(err) : Progress.NONE;
    var terminal = new Terminal(System.in, out, err, Clock.systemUTC(), Ansi.AUTO, progress);
    System.exit(Dray.run(terminal, args));
  }

  /** Returns whether standard error is a terminal; only the launcher can tell. */
  private static boolean watched() {
    return Boolean.getBoolean("dray.terminal") && !"dumb".equals(System.getenv("TERM"));
  }
}
