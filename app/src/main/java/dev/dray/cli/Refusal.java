package dev.dray.cli;

/** What was given cannot be worked with; all there is to say has been printed. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Exit exit;

  Refusal(Exit exit) {
    super("refused", null, false, false);
    this.exit = exit;
  }

  Exit exit() {
    return exit;
  }
}
