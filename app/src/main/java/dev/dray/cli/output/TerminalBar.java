package dev.dray.cli.output;

import java.io.PrintWriter;

/** A progress bar on one line of a terminal, redrawn as it grows. */
final class TerminalBar implements Progress.Bar {
  private static final int WIDTH = 30;
  private static final int DRAWINGS = 200;
  private static final String CLEAR_LINE = "\r\033[K";

  private final PrintWriter terminal;
  private final String what;
  private final long total;
  private long done;
  private long drawn = -1;

  TerminalBar(PrintWriter terminal, String what, long total) {
    this.terminal = terminal;
    this.what = what;
    this.total = total;
    draw();
  }

  @Override
  public void step() {
    done++;
    draw();
  }

  private void draw() {
    if (total <= 0 || done * DRAWINGS / total == drawn) {
      return;
    }
    drawn = done * DRAWINGS / total;
    int full = (int) Math.min(WIDTH, done * WIDTH / total);
    terminal.printf(
        "%s%s [%s%s] %,d/%,d",
        CLEAR_LINE, what, "=".repeat(full), " ".repeat(WIDTH - full), done, total);
    terminal.flush();
  }

  @Override
  public void close() {
    if (drawn >= 0) {
      terminal.print(CLEAR_LINE);
      terminal.flush();
    }
  }
}
