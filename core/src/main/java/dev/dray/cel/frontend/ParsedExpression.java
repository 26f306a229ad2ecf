package dev.dray.cel.frontend;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExprVisitor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The text of an expression with the library's tree of it. */
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

  /**
   * Returns an issue for every number that is too large: the library reads it as infinity, which no
   * literal means.
   */
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
   * Returns an issue for every name such as {@code .x} that the library took for a loop variable,
   * which it never is. In a checked tree only names that a loop variable has, too, still begin with
   * a dot.
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
