package dev.dray.cli.output;

/** How a command ended, as the shell sees it. */
public enum Exit {
  /** Done, and nothing is wrong. */
  OK(0),
  /** Done, and something is wrong with what was looked at. */
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
