package dev.dray.cel.frontend;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import java.util.List;
import java.util.Optional;

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

  private static final String UNUSED = "#unused";
  private static final String SORTED = "@__sortBy_input__";

  private static final String ADD = "_+_";
  private static final String CHOOSE = "_?_:_";
  private static final String MAP_INSERT = "cel.@mapInsert";

  static final List<CelMacro> ALL =
      List.of(
          CelMacro.newGlobalMacro("has", 1, Macros::has),
          CelMacro.newReceiverMacro("all", 2, Macros::all),
          CelMacro.newReceiverMacro("all", 3, Macros::all),
          CelMacro.newReceiverMacro("exists", 2, Macros::exists),
          CelMacro.newReceiverMacro("exists", 3, Macros::exists),
          CelMacro.newReceiverMacro("exists_one", 2, Macros::existsOne),
          CelMacro.newReceiverMacro("exists_one", 3, Macros::existsOne),
          CelMacro.newReceiverMacro("existsOne", 3, Macros::existsOne),
          CelMacro.newReceiverMacro("map", 2, Macros::map),
          CelMacro.newReceiverMacro("map", 3, Macros::map),
          CelMacro.newReceiverMacro("filter", 2, Macros::filter),
          CelMacro.newReceiverMacro("transformList", 3, Macros::transformList),
          CelMacro.newReceiverMacro("transformList", 4, Macros::transformList),
          CelMacro.newReceiverMacro("transformMap", 3, Macros::transformMap),
          CelMacro.newReceiverMacro("transformMap", 4, Macros::transformMap),
          CelMacro.newReceiverMacro("transformMapEntry", 3, Macros::transformMapEntry),
          CelMacro.newReceiverMacro("transformMapEntry", 4, Macros::transformMapEntry),
          CelMacro.newReceiverMacro("optMap", 2, Macros::optMap),
          CelMacro.newReceiverMacro("optFlatMap", 2, Macros::optFlatMap),
          CelMacro.newReceiverMacro("sortBy", 2, Macros::sortBy),
          CelMacro.newReceiverMacro("bind", 3, Macros::bind));

  private Macros() {}

  private static Optional<CelExpr> has(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> arguments) {
    var argument = arguments.get(0);
    if (argument.getKind() != Kind.SELECT) {
      return refuse(make, argument, "invalid argument to has() macro");
    }
    var select = argument.select();
    return Optional.of(make.newSelect(select.operand(), select.field(), true));
  }

  private static Optional<CelExpr> all(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> arguments) {
    return overRange(
        make,
        target,
        arguments,
        body ->
            new Steps(
                make.newBoolLiteral(true),
                make.newGlobalCall("@not_strictly_false", accumulated(make)),
                make.newGlobalCall("_&&_", accumulated(make), body.getLast()),
                accumulated(make)));
  }

  private static Optional<CelExpr> exists(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> arguments) {
    return overRange(
        make,
        target,
        arguments,
        body ->
            new Steps(
                make.newBoolLiteral(false),
                make.newGlobalCall(
                    "@not_strictly_false", make.newGlobalCall("!_", accumulated(make))),
                make.newGlobalCall("_||_", accumulated(make), body.getLast()),
                accumulated(make)));
  }

  private static Optional<CelExpr> existsOne(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> arguments) {
    return overRange(
        make,
        target,
        arguments,
        body ->
            new Steps(
                make.newIntLiteral(0),
                make.newBoolLiteral(true),
                make.newGlobalCall(
                    CHOOSE,
                    body.getLast(),
                    make.newGlobalCall(ADD, accumulated(make), make.newIntLiteral(1)),
                    accumulated(make)),
                make.newGlobalCall("_==_", accumulated(make), make.newIntLiteral(1))));
  }

  private static Optional<CelExpr> map(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> arguments) {
    var variable = arguments.get(0);
    return iteration(make, variable, "argument is not an identifier")
        .or(
            () -> {
              var last = arguments.getLast();
              var step = make.newGlobalCall(ADD, accumulated(make), make.newList(last));
              var filtered = arguments.size() == 3 ? choose(make, arguments.get(1), step) : step;
              return Optional.of(loop(make, target, name(variable), listed(make, filtered)));
            });
  }

  private static Optional<CelExpr> filter(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> arguments) {
    var variable = arguments.get(0);
    return iteration(make, variable, "argument is not an identifier")
        .or(
            () -> {
              var step = make.newGlobalCall(ADD, accumulated(make), make.newList(variable));
              return Optional.of(
                  loop(
                      make,
                      target,
                      name(variable),
                      listed(make, choose(make, arguments.get(1), step))));
            });
  }

  private static Optional<CelExpr> transformList(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> arguments) {
    return overRange(
        make,
        target,
        arguments,
        body ->
            listed(
                make,
                filtered(
                    make,
                    body,
                    make.newGlobalCall(ADD, accumulated(make), make.newList(body.getLast())))));
  }

  private static Optional<CelExpr> transformMap(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> arguments) {
    return overRange(
        make,
        target,
        arguments,
        body ->
            mapped(
                make,
                filtered(
                    make,
                    body,
                    make.newGlobalCall(
                        MAP_INSERT,
                        accumulated(make),
                        make.newIdentifier(name(arguments.get(0))),
                        body.getLast()))));
  }

  private static Optional<CelExpr> transformMapEntry(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> arguments) {
    return overRange(
        make,
        target,
        arguments,
        body ->
            mapped(
                make,
                filtered(
                    make,
                    body,
                    make.newGlobalCall(MAP_INSERT, accumulated(make), body.getLast()))));
  }

  private static Optional<CelExpr> optMap(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> arguments) {
    if (arguments.get(0).getKind() != Kind.IDENT) {
      return refuse(make, arguments.get(0), "optMap() variable name must be a simple identifier");
    }
    return Optional.of(
        ifPresent(make, target, make.newGlobalCall("optional.of", bound(make, target, arguments))));
  }

  private static Optional<CelExpr> optFlatMap(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> arguments) {
    if (arguments.get(0).getKind() != Kind.IDENT) {
      return refuse(
          make, arguments.get(0), "optFlatMap() variable name must be a simple identifier");
    }
    return Optional.of(ifPresent(make, target, bound(make, target, arguments)));
  }

  private static CelExpr ifPresent(CelMacroExprFactory make, CelExpr target, CelExpr then) {
    return make.newGlobalCall(
        CHOOSE,
        make.newReceiverCall("hasValue", target),
        then,
        make.newGlobalCall("optional.none"));
  }

  private static CelExpr bound(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> arguments) {
    return binding(
        make,
        name(arguments.get(0)),
        make.newReceiverCall("value", make.copy(target)),
        arguments.get(1));
  }

  private static Optional<CelExpr> sortBy(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> arguments) {
    return switch (target.getKind()) {
      case LIST, SELECT, IDENT, COMPREHENSION, CALL ->
          map(make, make.newIdentifier(SORTED), arguments)
              .map(
                  keys ->
                      keys.getKind() == Kind.COMPREHENSION
                          ? binding(
                              make,
                              SORTED,
                              target,
                              make.newReceiverCall(
                                  "@sortByAssociatedKeys", make.newIdentifier(SORTED), keys))
                          : keys);
      case NOT_SET, CONSTANT, STRUCT, MAP ->
          refuse(
              make,
              target,
              "sortBy can only be applied to a list, identifier, comprehension, call or select"
                  + " expression");
    };
  }

  private static Optional<CelExpr> bind(
      CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> arguments) {
    if (target.getKind() != Kind.IDENT || !target.ident().name().equals("cel")) {
      return Optional.empty();
    }
    var variable = arguments.get(0);
    if (variable.getKind() != Kind.IDENT) {
      return refuse(make, variable, "cel.bind() variable names must be simple identifiers");
    }
    return Optional.of(binding(make, name(variable), arguments.get(1), arguments.get(2)));
  }

  private static CelExpr binding(
      CelMacroExprFactory make, String variable, CelExpr value, CelExpr result) {
    return make.fold(
        UNUSED,
        make.newList(),
        variable,
        value,
        make.newBoolLiteral(false),
        make.newIdentifier(variable),
        result);
  }

  /** The expressions of a comprehension that work on its accumulator. */
  private record Steps(CelExpr initial, CelExpr condition, CelExpr step, CelExpr result) {}

  private interface Body {
    Steps of(List<CelExpr> afterVariables);
  }

  /** Returns a comprehension with one variable (two arguments) or two (three and more). */
  private static Optional<CelExpr> overRange(
      CelMacroExprFactory make, CelExpr range, List<CelExpr> arguments, Body body) {
    if (arguments.size() == 2) {
      return iteration(make, arguments.get(0), "argument must be a simple name")
          .or(
              () ->
                  Optional.of(
                      loop(make, range, name(arguments.get(0)), body.of(arguments.subList(1, 2)))));
    }
    return twoIterations(make, arguments.get(0), arguments.get(1))
        .or(
            () -> {
              var steps = body.of(arguments.subList(2, arguments.size()));
              return Optional.of(
                  make.fold(
                      name(arguments.get(0)),
                      name(arguments.get(1)),
                      range,
                      ACCUMULATOR,
                      steps.initial(),
                      steps.condition(),
                      steps.step(),
                      steps.result()));
            });
  }

  private static CelExpr loop(
      CelMacroExprFactory make, CelExpr range, String variable, Steps steps) {
    return make.fold(
        variable,
        range,
        ACCUMULATOR,
        steps.initial(),
        steps.condition(),
        steps.step(),
        steps.result());
  }

  private static Steps listed(CelMacroExprFactory make, CelExpr step) {
    return new Steps(make.newList(), make.newBoolLiteral(true), step, accumulated(make));
  }

  private static Steps mapped(CelMacroExprFactory make, CelExpr step) {
    return new Steps(make.newMap(), make.newBoolLiteral(true), step, accumulated(make));
  }

  private static CelExpr filtered(CelMacroExprFactory make, List<CelExpr> body, CelExpr step) {
    return body.size() == 2 ? choose(make, body.get(0), step) : step;
  }

  private static CelExpr choose(CelMacroExprFactory make, CelExpr condition, CelExpr step) {
    return make.newGlobalCall(CHOOSE, condition, step, accumulated(make));
  }

  private static CelExpr accumulated(CelMacroExprFactory make) {
    return make.newIdentifier(ACCUMULATOR);
  }

  private static String name(CelExpr ident) {
    return ident.ident().name();
  }

  /** Returns the error that was reported, or empty if the expression can name a loop variable. */
  private static Optional<CelExpr> iteration(
      CelMacroExprFactory make, CelExpr variable, String otherwise) {
    if (variable.getKind() != Kind.IDENT) {
      return refuse(make, variable, otherwise);
    }
    if (name(variable).equals(FORMER_ACCUMULATOR)) {
      return refuse(make, variable, "iteration variable overwrites accumulator variable");
    }
    return Optional.empty();
  }

  private static Optional<CelExpr> twoIterations(
      CelMacroExprFactory make, CelExpr first, CelExpr second) {
    for (var variable : List.of(first, second)) {
      if (variable.getKind() != Kind.IDENT) {
        return refuse(make, variable, "argument must be a simple name");
      }
    }
    if (name(first).equals(name(second))) {
      return refuse(make, second, "duplicate variable name: " + name(first));
    }
    return iteration(make, first, "").or(() -> iteration(make, second, ""));
  }

  private static Optional<CelExpr> refuse(CelMacroExprFactory make, CelExpr at, String message) {
    return Optional.of(make.reportError(CelIssue.formatError(make.getSourceLocation(at), message)));
  }
}
