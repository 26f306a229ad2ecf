package dev.dray.cli.output;

import java.io.PrintWriter;

/** A display of progress. */
@FunctionalInterface
public interface Progress {

  /** A display that shows nothing. */
  Progress NONE = (_, _) -> new Bar() {};

  /** A running display; closing it removes it from the screen. */
  interface Bar extends AutoCloseable {
    /** Advances by one step. */
    default void step() {}

    @Override
    default void close() {}
  }

  /**
   * Starts a display.
   *
   * @param what the activity, such as {@code placing pods}
   * @param total the number of steps
   */
  Bar start(String what, long total);

  /** Returns a display on a terminal. */
  static Progress on(PrintWriter terminal) {
    return (what, total) -> new TerminalBar(terminal, what, total);
  }
}
