package dev.dray.cel.frontend;

import dev.cel.common.ast.CelExpr;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExpander;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The macros: calls that the parser replaces by comprehensions.
 *
 * <p>The library has most of them, but their expansion decides the cost of an expression and users
 * see their messages about wrong arguments. So all of them are defined here, as upstream expands
 * them.
 */
public final class Macros {
  /** The variable in which comprehensions build their result; no expression can name it. */
  public static final String ACCUMULATOR = "@result";

  /** The former name of that variable, still forbidden as a loop variable. */
  public static final String FORMER_ACCUMULATOR = "__result__";

  static final List<CelMacro> ALL =
      List.of(
          CelMacro.newGlobalMacro("has", 1, expander(MacroCall::has)),
          receiver("all", 2, MacroCall::all),
          receiver("all", 3, MacroCall::all),
          receiver("exists", 2, MacroCall::exists),
          receiver("exists", 3, MacroCall::exists),
          receiver("exists_one", 2, MacroCall::existsOne),
          receiver("exists_one", 3, MacroCall::existsOne),
          receiver("existsOne", 3, MacroCall::existsOne),
          receiver("map", 2, MacroCall::map),
          receiver("map", 3, MacroCall::map),
          receiver("filter", 2, MacroCall::filter),
          receiver("transformList", 3, MacroCall::transformList),
          receiver("transformList", 4, MacroCall::transformList),
          receiver("transformMap", 3, MacroCall::transformMap),
          receiver("transformMap", 4, MacroCall::transformMap),
          receiver("transformMapEntry", 3, MacroCall::transformMapEntry),
          receiver("transformMapEntry", 4, MacroCall::transformMapEntry),
          receiver("optMap", 2, MacroCall::optMap),
          receiver("optFlatMap", 2, MacroCall::optFlatMap),
          receiver("sortBy", 2, MacroCall::sortBy),
          receiver("bind", 3, MacroCall::bind));

  private Macros() {}

  private static CelMacro receiver(
      String name, int arguments, Function<MacroCall, Optional<CelExpr>> expand) {
    return CelMacro.newReceiverMacro(name, arguments, expander(expand));
  }

  @SuppressWarnings("Immutable") // references to methods hold nothing that could change
  private static CelMacroExpander expander(Function<MacroCall, Optional<CelExpr>> expand) {
    return (make, target, arguments) -> expand.apply(new MacroCall(make, target, arguments));
  }
}
