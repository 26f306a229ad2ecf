package dev.dray.cli.output;

/** Unusable input; everything there is to say has been printed. */
public final class UnusableInput extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Exit exit;

  public UnusableInput(Exit exit) {
    super("refused", null, false, false);
    this.exit = exit;
  }

  public Exit exit() {
    return exit;
  }
}
