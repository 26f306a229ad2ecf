package dev.dray.app;

import dev.dray.cli.Dray;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import picocli.CommandLine.Help.Ansi;

/** Starts {@code dray}. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(Dray.run(new Dray.World(System.in, out, err, Clock.systemUTC(), Ansi.AUTO), args));
  }
}
