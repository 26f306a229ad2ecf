package dev.dray.cel.frontend;

import static dev.dray.cel.frontend.Expr.Presence.ALWAYS;
import static dev.dray.cel.frontend.Expr.Presence.IF_VALUE;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.dray.cel.value.Type;
import dev.dray.cel.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The conversion of the library's checked tree to an {@link Expr}. */
public final class TreeReader {
  private final CelAbstractSyntaxTree tree;

  public TreeReader(CelAbstractSyntaxTree tree) {
    this.tree = tree;
  }

  public Expr read() {
    return read(tree.getExpr());
  }

  private Expr read(CelExpr expr) {
    return switch (expr.getKind()) {
      case CONSTANT -> new Expr.Literal(expr.id(), literal(expr.constant()));
      case IDENT -> new Expr.Ident(expr.id(), type(expr), withoutDot(expr.ident().name()));
      case SELECT -> select(expr);
      case CALL -> call(expr);
      case LIST -> list(expr);
      case MAP -> map(expr);
      case STRUCT -> struct(expr);
      case COMPREHENSION -> fold(expr);
      case NOT_SET -> throw new IllegalArgumentException("The node (%s) is empty.".formatted(expr));
    };
  }

  private List<Expr> read(List<CelExpr> exprs) {
    return exprs.stream().map(this::read).toList();
  }

  private Type type(CelExpr expr) {
    return LibraryTypes.fromLibrary(tree.getTypeOrThrow(expr.id()));
  }

  private static String withoutDot(String name) {
    return name.startsWith(".") ? name.substring(1) : name;
  }

  private static Value literal(CelConstant constant) {
    return switch (constant.getKind()) {
      case BOOLEAN_VALUE -> Value.BoolValue.of(constant.booleanValue());
      case INT64_VALUE -> new Value.IntValue(constant.int64Value());
      case UINT64_VALUE -> new Value.UintValue(constant.uint64Value().longValue());
      case DOUBLE_VALUE -> new Value.DoubleValue(constant.doubleValue());
      case STRING_VALUE -> new Value.StringValue(constant.stringValue());
      case BYTES_VALUE -> Value.BytesValue.of(constant.bytesValue().toByteArray());
      case NULL_VALUE -> new Value.NullValue();
      case NOT_SET, DURATION_VALUE, TIMESTAMP_VALUE ->
          throw new IllegalArgumentException("No literal has the kind (%s).".formatted(constant));
    };
  }

  private Expr select(CelExpr expr) {
    var select = expr.select();
    var operand = read(select.operand());
    return select.testOnly()
        ? new Expr.Has(expr.id(), operand, select.field())
        : new Expr.Select(expr.id(), type(expr), operand, select.field());
  }

  private Expr call(CelExpr expr) {
    var call = expr.call();
    return new Expr.Call(
        expr.id(),
        type(expr),
        call.function(),
        call.target().map(this::read),
        read(call.args()),
        tree.getReference(expr.id())
            .map(reference -> List.copyOf(reference.overloadIds()))
            .orElse(List.of()));
  }

  private Expr list(CelExpr expr) {
    var elements = new ArrayList<Expr.Element>();
    for (var element : expr.list().elements()) {
      var optional = expr.list().optionalIndices().contains(elements.size());
      elements.add(new Expr.Element(read(element), optional ? IF_VALUE : ALWAYS));
    }
    return new Expr.ListLiteral(expr.id(), type(expr), elements);
  }

  private Expr map(CelExpr expr) {
    var entries =
        expr.map().entries().stream()
            .map(
                entry ->
                    new Expr.Entry(
                        read(entry.key()),
                        read(entry.value()),
                        entry.optionalEntry() ? IF_VALUE : ALWAYS))
            .toList();
    return new Expr.MapLiteral(expr.id(), type(expr), entries);
  }

  private Expr struct(CelExpr expr) {
    var fields =
        expr.struct().entries().stream()
            .map(
                entry ->
                    new Expr.Field(
                        entry.fieldKey(),
                        read(entry.value()),
                        entry.optionalEntry() ? IF_VALUE : ALWAYS))
            .toList();
    return new Expr.StructLiteral(expr.id(), type(expr), expr.struct().messageName(), fields);
  }

  private Expr fold(CelExpr expr) {
    var fold = expr.comprehension();
    var second = Optional.of(fold.iterVar2()).filter(name -> !name.isEmpty());
    return new Expr.Fold(
        expr.id(),
        type(expr),
        new Expr.Loop(fold.iterVar(), second, fold.accuVar()),
        read(fold.iterRange()),
        read(fold.accuInit()),
        read(fold.loopCondition()),
        read(fold.loopStep()),
        read(fold.result()));
  }
}
