package dev.dray.selector;

import java.util.Optional;

/** The result of checking an expression. */
public sealed interface Checked {

  /**
   * The expression compiles and has an allowed type.
   *
   * @param maxCost the most that evaluating it can cost; {@link Long#MAX_VALUE} if that is more
   *     than a long can hold
   * @param type as upstream writes it
   */
  record Accepted(long maxCost, String type) implements Checked {}

  /**
   * The expression does not compile, or its result has a type that is not allowed.
   *
   * @param message in upstream's words
   * @param hint what was probably meant
   */
  record Refused(Reason reason, String message, Optional<String> hint) implements Checked {}

  enum Reason {
    /** The author's mistake. */
    INVALID,

    /** An internal error upstream, though the expression causes it. */
    INTERNAL
  }
}
