package dev.dray.cel;

import dev.dray.cel.frontend.Expr;
import dev.dray.cel.plan.Program;
import dev.dray.cel.value.Type;

/** The result of compiling an expression. */
public sealed interface Compilation {
  /**
   * An expression that can be evaluated.
   *
   * @param cost the most it can cost, as an unsigned number
   */
  record Compiled(Expr expr, Type type, long cost, Program program) implements Compilation {}

  /** An expression with mistakes; the message shows the place of each. */
  record Invalid(String message) implements Compilation {}

  /**
   * An expression without mistakes that fails while it is planned, such as one with a constant that
   * cannot be converted.
   */
  record Unplannable(Type type, String message) implements Compilation {}
}
