package dev.dray.cli.output;

import java.io.InputStream;
import java.io.PrintWriter;
import java.time.Clock;
import picocli.CommandLine.Help.Ansi;

/** The streams, colours, progress bar and clock of the terminal in which a command runs. */
public record Terminal(
    InputStream in, PrintWriter out, PrintWriter err, Clock clock, Ansi ansi, Progress progress) {

  /** Creates a terminal that shows no progress. */
  public Terminal(InputStream in, PrintWriter out, PrintWriter err, Clock clock, Ansi ansi) {
    this(in, out, err, clock, ansi, Progress.NONE);
  }

  public Terminal withClock(Clock clock) {
    return new Terminal(in, out, err, clock, ansi, progress);
  }
}
