package dev.dray.verify.examples;

import dev.dray.cli.Dray;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/** Runs commands as they are written on a page, {@code ./dray …}, in this process. */
final class CommandLine {

  /** How a command ended, and all that it printed. */
  record Run(int exit, String output) {}

  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-15T00:00:00Z"), ZoneOffset.UTC);

  private CommandLine() {}

  static Run run(String command) {
    var printed = new StringWriter();
    var out = new PrintWriter(printed);
    var world = new Dray.World(InputStream.nullInputStream(), out, out, CLOCK, Ansi.OFF);
    int exit = Dray.run(world, arguments(command).toArray(String[]::new));
    return new Run(exit, printed.toString());
  }

  /** Pages name files from the root of the repository, tests run in the folder of their module. */
  private static List<String> arguments(String command) {
    var words = List.of(command.strip().split("\\s+"));
    var arguments = new ArrayList<String>();
    for (int i = 1; i < words.size(); i++) {
      boolean file = words.get(i - 1).equals("-f");
      arguments.add(file ? Repository.ROOT.resolve(words.get(i)).toString() : words.get(i));
    }
    return arguments;
  }
}
