package dev.dray.cel;

import dev.dray.cel.frontend.Expr;
import dev.dray.cel.plan.Program;
import dev.dray.cel.value.Type;

/** What came of compiling a text. */
public sealed interface Compilation {
  /**
   * It can be evaluated.
   *
   * @param cost the most it can cost, as an unsigned number
   */
  record Compiled(Expr expr, Type type, long cost, Program program) implements Compilation {}

  /** It breaks the rules of the language; the message shows every place. */
  record Invalid(String message) implements Compilation {}

  /** It keeps the rules, but cannot be made ready to run. */
  record Unplannable(Type type, String message) implements Compilation {}
}
