package dev.dray.cel.frontend;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExprVisitor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** An expression with the tree that the library made of it. */
record ParsedExpression(String text, CelAbstractSyntaxTree tree) {

  Issue issueAt(long node, String message) {
    var offset = tree.getSource().getPositionsMap().getOrDefault(node, 0);
    return new SourceText(text).issueAt(offset, message);
  }

  CelExpr call(long id) {
    var found = new ArrayList<CelExpr>();
    new CelExprVisitor() {
      @Override
      protected void visit(CelExpr expr, CelExpr.CelCall call) {
        if (expr.id() == id) {
          found.add(expr);
        }
        super.visit(expr, call);
      }
    }.visit(tree.getExpr());
    return found.getFirst();
  }

  /** The library reads a number that is too large as infinite, which none can be written as. */
  List<Issue> infinities() {
    var found = new ArrayList<Issue>();
    new CelExprVisitor() {
      @Override
      protected void visit(CelExpr expr, CelConstant constant) {
        if (constant.getKind() == CelConstant.Kind.DOUBLE_VALUE
            && Double.isInfinite(constant.doubleValue())) {
          found.add(issueAt(expr.id(), "invalid double literal"));
        }
      }
    }.visit(tree.getExpr());
    return found;
  }

  ParsedExpression withTree(CelAbstractSyntaxTree checked) {
    return new ParsedExpression(text, checked);
  }

  /**
   * Names such as {@code .x} that the library took for loop variables, which they never are. Of the
   * names in a checked tree only those still begin with a dot that a loop variable has, too.
   */
  List<Issue> locals(Predicate<String> unknown) {
    var found = new ArrayList<Issue>();
    new CelExprVisitor() {
      @Override
      protected void visit(CelExpr expr, CelExpr.CelIdent ident) {
        var name = ident.name();
        if (name.startsWith(".") && unknown.test(name.substring(1))) {
          found.add(
              issueAt(expr.id(), "undeclared reference to '%s' (in container '')".formatted(name)));
        }
      }
    }.visit(tree.getExpr());
    return found;
  }
}
