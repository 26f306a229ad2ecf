package dev.dray.selector;

/** The answer of an expression for a device. */
public sealed interface Match {
  Match YES = new Yes();
  Match NO = new No();

  record Yes() implements Match {}

  record No() implements Match {}

  /** The evaluation failed; the message is in upstream's words. */
  record Failed(String message) implements Match {}
}
