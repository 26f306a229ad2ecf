package dev.dray.verify.conformance;

import dev.dray.cel.Expr;
import dev.dray.cel.Type;

/**
 * Whether an expression visits the entries of a map one by one. Upstream does so in an order that
 * changes from run to run, so what it answered once need not be what it would answer again.
 */
final class MapOrder {
  private MapOrder() {}

  static boolean matters(Expr expr) {
    return switch (expr) {
      case Expr.Literal _, Expr.Ident _ -> false;
      case Expr.Select(_, _, var operand, _) -> matters(operand);
      case Expr.Has(_, var operand, _) -> matters(operand);
      case Expr.Call call ->
          call.target().map(MapOrder::matters).orElse(false)
              || call.arguments().stream().anyMatch(MapOrder::matters);
      case Expr.ListLiteral list ->
          list.elements().stream().anyMatch(element -> matters(element.value()));
      case Expr.MapLiteral map ->
          map.entries().stream().anyMatch(entry -> matters(entry.key()) || matters(entry.value()));
      case Expr.StructLiteral struct ->
          struct.fields().stream().anyMatch(field -> matters(field.value()));
      case Expr.Fold fold ->
          visitsMap(fold.range())
              || matters(fold.range())
              || matters(fold.initial())
              || matters(fold.condition())
              || matters(fold.step())
              || matters(fold.result());
    };
  }

  /** An attribute can be a list, but not a map; so what has no known type is none either. */
  private static boolean visitsMap(Expr range) {
    return range.type().kind() == Type.Kind.MAP
        || (range instanceof Expr.Call call
            && call.function().equals("dyn")
            && visitsMap(call.arguments().getFirst()));
  }
}
