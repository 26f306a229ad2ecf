package dev.dray.cli.output;

/** The exit codes of commands. */
public enum Exit {
  /** Done, and nothing is wrong. */
  OK(0),
  /** Done, with findings about the input. */
  FINDINGS(1),
  /** Not done: the arguments are wrong, or a file cannot be read. */
  USAGE(2);

  private final int code;

  Exit(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
