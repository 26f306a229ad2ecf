package dev.dray.verify.reference;

/** Ends the attempt, from wherever the search happens to be. */
final class FatalProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String text;

  FatalProblem(String message) {
    super(message, null, false, false);
    this.text = message;
  }

  String text() {
    return text;
  }
}
