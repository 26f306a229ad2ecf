package dev.dray.cli.output;

import java.io.PrintWriter;
import java.util.Optional;

/** An unexpected failure of a command, told in a line or two. */
public record CommandFailure(Throwable cause) {
  private static final boolean DEBUG =
      Boolean.getBoolean("dray.debug") || System.getenv("DRAY_DEBUG") != null;

  public static CommandFailure of(Throwable cause) {
    return new CommandFailure(cause);
  }

  /** Prints the failure and returns the exit code. */
  public int tell(PrintWriter err) {
    err.println("error: " + sentence());
    if (DEBUG) {
      cause.printStackTrace(err);
    }
    return Exit.USAGE.code();
  }

  private String sentence() {
    return switch (cause) {
      case OutOfMemoryError _ ->
          "not enough memory for this much input. Maybe run: JAVA_TOOL_OPTIONS=-Xmx8g dray …";
      case StackOverflowError _ -> bug("the input is nested too deeply");
      default ->
          bug(
              cause.getClass().getSimpleName()
                  + Optional.ofNullable(cause.getMessage())
                      .map(message -> ": " + message.replaceAll("\\s+", " "))
                      .orElse(""));
    };
  }

  private static String bug(String what) {
    return what.replaceFirst("\\.$", "")
        + ". This is a bug in dray; run it with DRAY_DEBUG=1 for the trace, and report it.";
  }
}
