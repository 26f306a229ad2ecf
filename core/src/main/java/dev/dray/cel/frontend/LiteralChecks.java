package dev.dray.cel.frontend;

import dev.dray.cel.frontend.Expr.Presence;
import dev.dray.cel.function.Conversions;
import dev.dray.cel.function.Patterns;
import dev.dray.cel.value.Type;
import dev.dray.cel.value.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * The check for literals that pass type checking and are sure to fail: malformed ones, and lists
 * and maps of mixed types.
 */
public final class LiteralChecks {
  private final List<Finding> durations = new ArrayList<>();
  private final List<Finding> timestamps = new ArrayList<>();
  private final List<Finding> patterns = new ArrayList<>();
  private final List<Finding> lists = new ArrayList<>();
  private final List<Finding> maps = new ArrayList<>();
  private final List<Finding> formats = new ArrayList<>();

  private LiteralChecks() {}

  /** A mistake at a node. */
  public record Finding(Expr at, String message) {}

  /** Returns the findings kind by kind, and inside out within each, as upstream reports them. */
  public static List<Finding> of(Expr expr) {
    var checks = new LiteralChecks();
    checks.visit(expr, Aggregates.CHECKED);
    var all = new ArrayList<Finding>();
    all.addAll(checks.durations);
    all.addAll(checks.timestamps);
    all.addAll(checks.patterns);
    all.addAll(checks.lists);
    all.addAll(checks.maps);
    all.addAll(checks.formats);
    return all;
  }

  /**
   * The rule for list and map literals at a place: they must be of one type, except inside a call
   * of {@code format}.
   */
  private enum Aggregates {
    CHECKED,
    EXEMPT
  }

  private void visit(Expr expr, Aggregates here) {
    switch (expr) {
      case Expr.Literal _, Expr.Ident _ -> {}
      case Expr.Select(_, _, var operand, _) -> visit(operand, here);
      case Expr.Has(_, var operand, _) -> visit(operand, here);
      case Expr.Call call -> call(call, here);
      case Expr.ListLiteral list -> list(list, here);
      case Expr.MapLiteral map -> map(map, here);
      case Expr.StructLiteral(_, _, _, var fields) ->
          fields.forEach(field -> visit(field.value(), here));
      case Expr.Fold fold -> {
        visit(fold.range(), here);
        visit(fold.initial(), here);
        visit(fold.condition(), here);
        visit(fold.step(), here);
        visit(fold.result(), here);
      }
    }
  }

  private void call(Expr.Call call, Aggregates here) {
    var inside = call.function().equals("format") ? Aggregates.EXEMPT : here;
    call.target().ifPresent(target -> visit(target, inside));
    call.arguments().forEach(argument -> visit(argument, inside));
    switch (call.function()) {
      case "duration" -> conversion(call, durations);
      case "timestamp" -> conversion(call, timestamps);
      case "matches" -> pattern(call);
      case "format" -> format(call);
      default -> {}
    }
  }

  private static void conversion(Expr.Call call, List<Finding> findings) {
    if (call.arguments().getFirst() instanceof Expr.Literal literal
        && Conversions.convert(call.function(), literal.value()) instanceof Value.ErrorValue) {
      findings.add(new Finding(literal, "invalid %s argument".formatted(call.function())));
    }
  }

  /** Checks the first argument, which is the pattern only where the text is the receiver. */
  private void pattern(Expr.Call call) {
    if (call.arguments().getFirst() instanceof Expr.Literal literal
        && literal.value() instanceof Value.StringValue(var text)
        && Patterns.mistake(text).isPresent()) {
      patterns.add(new Finding(literal, "invalid matches argument"));
    }
  }

  private void format(Expr.Call call) {
    if (call.target().orElse(call) instanceof Expr.Literal(_, Value.StringValue(var text))
        && call.arguments().getFirst() instanceof Expr.ListLiteral(_, _, var elements)) {
      FormatStrings.mistake(text, elements)
          .ifPresent(
              mistake ->
                  formats.add(new Finding(mistake.argument().orElse(call), mistake.message())));
    }
  }

  private void list(Expr.ListLiteral list, Aggregates here) {
    list.elements().forEach(element -> visit(element.value(), here));
    if (here == Aggregates.EXEMPT || list.elements().isEmpty()) {
      return;
    }
    var first = member(list.elements().getFirst().value(), list.elements().getFirst().presence());
    for (var element : list.elements()) {
      var type = member(element.value(), element.presence());
      if (!first.isExactly(type)) {
        lists.add(mismatch(element.value(), first, type));
        return;
      }
    }
  }

  private void map(Expr.MapLiteral map, Aggregates here) {
    for (var entry : map.entries()) {
      visit(entry.key(), here);
      visit(entry.value(), here);
    }
    if (here == Aggregates.EXEMPT || map.entries().isEmpty()) {
      return;
    }
    var key = map.entries().getFirst().key().type();
    var value = member(map.entries().getFirst().value(), map.entries().getFirst().presence());
    for (var entry : map.entries()) {
      var type = member(entry.value(), entry.presence());
      if (!key.isExactly(entry.key().type())) {
        maps.add(mismatch(entry.key(), key, entry.key().type()));
      }
      if (!value.isExactly(type)) {
        maps.add(mismatch(entry.value(), value, type));
      }
    }
  }

  private static Type member(Expr value, Presence presence) {
    var type = value.type();
    return presence == Presence.IF_VALUE && type.isOptional() ? type.parameter(0) : type;
  }

  private static Finding mismatch(Expr at, Type expected, Type found) {
    return new Finding(
        at,
        "expected type '%s' but found '%s'".formatted(expected.inMessages(), found.inMessages()));
  }
}
