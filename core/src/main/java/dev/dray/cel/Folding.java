package dev.dray.cel;

import dev.dray.cel.Expr.Presence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Computes what does not depend on variables, as upstream does when it plans an evaluation: what
 * fails there never comes to be evaluated.
 */
final class Folding {
  private Folding() {}

  /** The first failure, in the order of planning. */
  static Optional<String> failure(Expr expr) {
    try {
      fold(expr);
      return Optional.empty();
    } catch (Failure failure) {
      return Optional.of(failure.message);
    }
  }

  /** Leaves the walk at once; planning has no other way out and the walk is deep. */
  private static final class Failure extends Exception {
    private static final long serialVersionUID = 1L;
    private final String message;

    private Failure(String message) {
      super(message, null, false, false);
      this.message = message;
    }
  }

  private static Optional<Value> fold(Expr expr) throws Failure {
    return switch (expr) {
      case Expr.Literal(_, var value) -> Optional.of(value);
      case Expr.Ident ident -> ident(ident);
      case Expr.Select(_, _, var operand, _) -> variable(operand);
      case Expr.Has(_, var operand, _) -> variable(operand);
      case Expr.Call call -> call(call);
      case Expr.ListLiteral(_, _, var elements) -> list(elements);
      case Expr.MapLiteral(_, _, var entries) -> map(entries);
      case Expr.StructLiteral(_, _, _, var fields) -> {
        for (var field : fields) {
          fold(field.value());
        }
        yield Optional.empty();
      }
      case Expr.Fold fold -> {
        for (var part :
            List.of(fold.initial(), fold.range(), fold.condition(), fold.step(), fold.result())) {
          fold(part);
        }
        yield Optional.empty();
      }
    };
  }

  private static Optional<Value> variable(Expr operand) throws Failure {
    fold(operand);
    return Optional.empty();
  }

  private static Optional<Value> ident(Expr.Ident ident) throws Failure {
    if (ident.type().kind() != Type.Kind.TYPE) {
      return Optional.empty();
    }
    if (!Frontend.NAMED_TYPES.containsKey(ident.name())
        && !ident.name().startsWith("google.protobuf.")) {
      throw new Failure("reference to undefined type: " + ident.name());
    }
    return Optional.of(new Value.TypeValue(ident.type().parameter(0)));
  }

  private static Optional<Value> call(Expr.Call call) throws Failure {
    var arguments = new ArrayList<Optional<Value>>();
    if (call.target().isPresent()) {
      arguments.add(fold(call.target().get()));
    }
    for (var argument : call.arguments()) {
      arguments.add(fold(argument));
    }
    if (Conversions.isConversion(call.function())
        && arguments.size() == 1
        && arguments.getFirst().isPresent()) {
      return Optional.of(converted(call.function(), arguments.getFirst().get()));
    }
    return switch (call.function()) {
      case "matches", "find", "findAll" -> {
        checkPattern(arguments.get(1));
        yield Optional.empty();
      }
      case "@in" ->
          arguments.get(1).equals(Optional.of(new Value.ListValue(List.of())))
                  && call.overloads().size() == 1
              ? Optional.of(Value.BoolValue.FALSE)
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Value converted(String function, Value value) throws Failure {
    var result = Conversions.convert(function, value);
    if (result instanceof Value.ErrorValue(var message)) {
      throw new Failure(message);
    }
    return result;
  }

  private static void checkPattern(Optional<Value> pattern) throws Failure {
    if (pattern.isPresent() && pattern.get() instanceof Value.StringValue(var text)) {
      var mistake = Patterns.mistake(text);
      if (mistake.isPresent()) {
        throw new Failure(mistake.get());
      }
    }
  }

  private static Optional<Value> list(List<Expr.Element> elements) throws Failure {
    var values = new ArrayList<Value>();
    for (var element : elements) {
      fold(element.value()).ifPresent(values::add);
    }
    return values.size() == elements.size()
        ? Optional.of(new Value.ListValue(values))
        : Optional.empty();
  }

  private static Optional<Value> map(List<Expr.Entry> entries) throws Failure {
    var constant = true;
    for (var entry : entries) {
      constant &= fold(entry.key()).isPresent();
      constant &= fold(entry.value()).isPresent();
      constant &= entry.presence() == Presence.ALWAYS;
    }
    return constant ? Optional.of(new Value.MapValue(entries.size())) : Optional.empty();
  }
}
