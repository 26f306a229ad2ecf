package dev.dray.app;

import dev.dray.cli.Dray;
import dev.dray.cli.output.Progress;
import dev.dray.cli.output.Terminal;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;

/** Starts {@code dray}. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    // Whoever starts it: names, numbers and letters of the API are the same everywhere. In some
    // languages %d writes other digits, of which names cannot consist.
    Locale.setDefault(Locale.US);
    var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    var progress = watched() ? Progress.on(err) : Progress.NONE;
    var world = new Terminal(System.in, out, err, Clock.systemUTC(), Ansi.AUTO, progress);
    System.exit(Dray.run(world, args));
  }

  /** Whether somebody looks at standard error; only the launcher can tell. */
  private static boolean watched() {
    return Boolean.getBoolean("dray.terminal") && !"dumb".equals(System.getenv("TERM"));
  }
}
