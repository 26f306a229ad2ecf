package dev.dray.cel.frontend;

import dev.dray.cel.value.Type;
import dev.dray.cel.value.Value;
import java.util.List;
import java.util.Optional;

/**
 * A checked expression: names are resolved, macros are expanded and every node has its type.
 *
 * <p>The id tells otherwise equal nodes apart; positions in the source are kept by id.
 */
public sealed interface Expr {
  long id();

  Type type();

  record Literal(long id, Value value) implements Expr {
    @Override
    public Type type() {
      return value.type();
    }
  }

  record Ident(long id, Type type, String name) implements Expr {}

  record Select(long id, Type type, Expr operand, String field) implements Expr {}

  /** The macro {@code has(operand.field)}. */
  record Has(long id, Expr operand, String field) implements Expr {
    @Override
    public Type type() {
      return Type.BOOL;
    }
  }

  /**
   * A call of a function; if the types leave several overloads, the values choose one at
   * evaluation.
   */
  record Call(
      long id,
      Type type,
      String function,
      Optional<Expr> target,
      List<Expr> arguments,
      List<String> overloads)
      implements Expr {
    public Call {
      arguments = List.copyOf(arguments);
      overloads = List.copyOf(overloads);
    }
  }

  record ListLiteral(long id, Type type, List<Element> elements) implements Expr {
    public ListLiteral {
      elements = List.copyOf(elements);
    }
  }

  /**
   * An element {@code e} of a list literal, or {@code ?e}, which is left out if it has no value.
   */
  record Element(Expr value, Presence presence) {}

  record MapLiteral(long id, Type type, List<Entry> entries) implements Expr {
    public MapLiteral {
      entries = List.copyOf(entries);
    }
  }

  record Entry(Expr key, Expr value, Presence presence) {}

  record StructLiteral(long id, Type type, String name, List<Field> fields) implements Expr {
    public StructLiteral {
      fields = List.copyOf(fields);
    }
  }

  record Field(String name, Expr value, Presence presence) {}

  enum Presence {
    ALWAYS,
    IF_VALUE
  }

  /** A comprehension: the loop that every macro over a list or map expands to. */
  record Fold(
      long id,
      Type type,
      Loop loop,
      Expr range,
      Expr initial,
      Expr condition,
      Expr step,
      Expr result)
      implements Expr {

    /**
     * Returns whether the loop only binds a name to a value: a loop over nothing, as {@code
     * cel.bind} expands to.
     */
    public boolean isBinding() {
      return range instanceof ListLiteral(_, _, var elements)
          && elements.isEmpty()
          && condition instanceof Literal(_, Value.BoolValue(var again))
          && !again
          && !loop.accumulator().equals(Macros.FORMER_ACCUMULATOR);
    }
  }

  /**
   * The names that a loop binds: one or two for the elements it visits, one for the result it
   * builds.
   */
  record Loop(String variable, Optional<String> second, String accumulator) {}
}
