package dev.dray.verify.conformance;

import dev.dray.cel.frontend.Expr;
import dev.dray.cel.value.KeyOrder;
import dev.dray.cel.value.Type;
import dev.dray.cel.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The order in which upstream visits maps, which changes from visit to visit: what it answered once
 * need not be what it would answer again. Its answer is right if some order leads to it here.
 */
final class MapOrder {
  private static final int TRIES = 500;

  private MapOrder() {}

  /** Many orders, the same ones each time: at each visit of a map the keys are shuffled anew. */
  static Stream<KeyOrder> several() {
    // One source for all of them: what sources with neighbouring seeds give at first is alike.
    var random = new Random(TRIES);
    return Stream.<KeyOrder>generate(() -> keys -> shuffled(keys, random)).limit(TRIES);
  }

  private static List<Value> shuffled(Iterable<Value> keys, Random random) {
    var shuffled = new ArrayList<Value>();
    keys.forEach(shuffled::add);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  /** Whether an expression visits the entries of a map one by one. */
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
