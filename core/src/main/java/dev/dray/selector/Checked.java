package dev.dray.selector;

import java.util.Optional;

/** What the checker says of an expression. */
public sealed interface Checked {

  /**
   * It compiles and has an allowed type.
   *
   * @param maxCost the most that evaluating it can cost; more than a long can hold is the largest
   *     long
   * @param type as upstream writes it
   */
  record Accepted(long maxCost, String type) implements Checked {}

  /**
   * It does not compile, or evaluates to something else than it must.
   *
   * @param message in upstream's words
   * @param hint what was probably meant
   */
  record Refused(Reason reason, String message, Optional<String> hint) implements Checked {}

  enum Reason {
    /** The author's mistake. */
    INVALID,

    /** Upstream reports it as its own failure, though the expression causes it. */
    INTERNAL
  }
}
