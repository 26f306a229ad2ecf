package dev.dray.cel.frontend;

import static dev.dray.cel.frontend.Macros.ACCUMULATOR;

import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.parser.CelMacroExprFactory;
import java.util.List;
import java.util.Optional;

/** A call of a macro, with what it is replaced by: the method of the macro's name. */
record MacroCall(CelMacroExprFactory make, CelExpr target, List<CelExpr> arguments) {
  private static final String UNUSED = "#unused";
  private static final String SORTED = "@__sortBy_input__";

  private static final String ADD = "_+_";
  private static final String CHOOSE = "_?_:_";
  private static final String MAP_INSERT = "cel.@mapInsert";

  Optional<CelExpr> has() {
    var argument = arguments.get(0);
    if (argument.getKind() != Kind.SELECT) {
      return refuse(argument, "invalid argument to has() macro");
    }
    var select = argument.select();
    return Optional.of(make.newSelect(select.operand(), select.field(), true));
  }

  Optional<CelExpr> all() {
    return overRange(
        body ->
            new Steps(
                make.newBoolLiteral(true),
                make.newGlobalCall("@not_strictly_false", accumulated()),
                make.newGlobalCall("_&&_", accumulated(), body.getLast()),
                accumulated()));
  }

  Optional<CelExpr> exists() {
    return overRange(
        body ->
            new Steps(
                make.newBoolLiteral(false),
                make.newGlobalCall("@not_strictly_false", make.newGlobalCall("!_", accumulated())),
                make.newGlobalCall("_||_", accumulated(), body.getLast()),
                accumulated()));
  }

  Optional<CelExpr> existsOne() {
    return overRange(
        body ->
            new Steps(
                make.newIntLiteral(0),
                make.newBoolLiteral(true),
                make.newGlobalCall(
                    CHOOSE,
                    body.getLast(),
                    make.newGlobalCall(ADD, accumulated(), make.newIntLiteral(1)),
                    accumulated()),
                make.newGlobalCall("_==_", accumulated(), make.newIntLiteral(1))));
  }

  Optional<CelExpr> map() {
    var variable = arguments.get(0);
    return iteration(variable, "argument is not an identifier")
        .or(
            () -> {
              var last = arguments.getLast();
              var step = make.newGlobalCall(ADD, accumulated(), make.newList(last));
              var filtered = arguments.size() == 3 ? choose(arguments.get(1), step) : step;
              return Optional.of(loop(name(variable), listed(filtered)));
            });
  }

  Optional<CelExpr> filter() {
    var variable = arguments.get(0);
    return iteration(variable, "argument is not an identifier")
        .or(
            () -> {
              var step = make.newGlobalCall(ADD, accumulated(), make.newList(variable));
              return Optional.of(loop(name(variable), listed(choose(arguments.get(1), step))));
            });
  }

  Optional<CelExpr> transformList() {
    return overRange(
        body ->
            listed(
                filtered(
                    body, make.newGlobalCall(ADD, accumulated(), make.newList(body.getLast())))));
  }

  Optional<CelExpr> transformMap() {
    return overRange(
        body ->
            mapped(
                filtered(
                    body,
                    make.newGlobalCall(
                        MAP_INSERT,
                        accumulated(),
                        make.newIdentifier(name(arguments.get(0))),
                        body.getLast()))));
  }

  Optional<CelExpr> transformMapEntry() {
    return overRange(
        body ->
            mapped(filtered(body, make.newGlobalCall(MAP_INSERT, accumulated(), body.getLast()))));
  }

  Optional<CelExpr> optMap() {
    if (arguments.get(0).getKind() != Kind.IDENT) {
      return refuse(arguments.get(0), "optMap() variable name must be a simple identifier");
    }
    return Optional.of(ifPresent(make.newGlobalCall("optional.of", bound())));
  }

  Optional<CelExpr> optFlatMap() {
    if (arguments.get(0).getKind() != Kind.IDENT) {
      return refuse(arguments.get(0), "optFlatMap() variable name must be a simple identifier");
    }
    return Optional.of(ifPresent(bound()));
  }

  private CelExpr ifPresent(CelExpr then) {
    return make.newGlobalCall(
        CHOOSE,
        make.newReceiverCall("hasValue", target),
        then,
        make.newGlobalCall("optional.none"));
  }

  private CelExpr bound() {
    return binding(
        name(arguments.get(0)), make.newReceiverCall("value", make.copy(target)), arguments.get(1));
  }

  Optional<CelExpr> sortBy() {
    return switch (target.getKind()) {
      case LIST, SELECT, IDENT, COMPREHENSION, CALL ->
          new MacroCall(make, make.newIdentifier(SORTED), arguments)
              .map()
              .map(
                  keys ->
                      keys.getKind() == Kind.COMPREHENSION
                          ? binding(
                              SORTED,
                              target,
                              make.newReceiverCall(
                                  "@sortByAssociatedKeys", make.newIdentifier(SORTED), keys))
                          : keys);
      case NOT_SET, CONSTANT, STRUCT, MAP ->
          refuse(
              target,
              "sortBy can only be applied to a list, identifier, comprehension, call or select"
                  + " expression");
    };
  }

  Optional<CelExpr> bind() {
    if (target.getKind() != Kind.IDENT || !target.ident().name().equals("cel")) {
      return Optional.empty();
    }
    var variable = arguments.get(0);
    if (variable.getKind() != Kind.IDENT) {
      return refuse(variable, "cel.bind() variable names must be simple identifiers");
    }
    return Optional.of(binding(name(variable), arguments.get(1), arguments.get(2)));
  }

  private CelExpr binding(String variable, CelExpr value, CelExpr result) {
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
  private Optional<CelExpr> overRange(Body body) {
    if (arguments.size() == 2) {
      return iteration(arguments.get(0), "argument must be a simple name")
          .or(() -> Optional.of(loop(name(arguments.get(0)), body.of(arguments.subList(1, 2)))));
    }
    return twoIterations(arguments.get(0), arguments.get(1))
        .or(
            () -> {
              var steps = body.of(arguments.subList(2, arguments.size()));
              return Optional.of(
                  make.fold(
                      name(arguments.get(0)),
                      name(arguments.get(1)),
                      target,
                      ACCUMULATOR,
                      steps.initial(),
                      steps.condition(),
                      steps.step(),
                      steps.result()));
            });
  }

  private CelExpr loop(String variable, Steps steps) {
    return make.fold(
        variable,
        target,
        ACCUMULATOR,
        steps.initial(),
        steps.condition(),
        steps.step(),
        steps.result());
  }

  private Steps listed(CelExpr step) {
    return new Steps(make.newList(), make.newBoolLiteral(true), step, accumulated());
  }

  private Steps mapped(CelExpr step) {
    return new Steps(make.newMap(), make.newBoolLiteral(true), step, accumulated());
  }

  private CelExpr filtered(List<CelExpr> body, CelExpr step) {
    return body.size() == 2 ? choose(body.get(0), step) : step;
  }

  private CelExpr choose(CelExpr condition, CelExpr step) {
    return make.newGlobalCall(CHOOSE, condition, step, accumulated());
  }

  private CelExpr accumulated() {
    return make.newIdentifier(ACCUMULATOR);
  }

  private static String name(CelExpr ident) {
    return ident.ident().name();
  }

  /** Returns the error that was reported, or empty if the expression can name a loop variable. */
  private Optional<CelExpr> iteration(CelExpr variable, String otherwise) {
    if (variable.getKind() != Kind.IDENT) {
      return refuse(variable, otherwise);
    }
    if (name(variable).equals(Macros.FORMER_ACCUMULATOR)) {
      return refuse(variable, "iteration variable overwrites accumulator variable");
    }
    return Optional.empty();
  }

  private Optional<CelExpr> twoIterations(CelExpr first, CelExpr second) {
    for (var variable : List.of(first, second)) {
      if (variable.getKind() != Kind.IDENT) {
        return refuse(variable, "argument must be a simple name");
      }
    }
    if (name(first).equals(name(second))) {
      return refuse(second, "duplicate variable name: " + name(first));
    }
    return iteration(first, "").or(() -> iteration(second, ""));
  }

  private Optional<CelExpr> refuse(CelExpr at, String message) {
    return Optional.of(make.reportError(CelIssue.formatError(make.getSourceLocation(at), message)));
  }
}
