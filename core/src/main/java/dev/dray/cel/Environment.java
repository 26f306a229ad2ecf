package dev.dray.cel;

import com.google.common.base.Suppliers;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.dray.cel.cost.CostEstimate;
import dev.dray.cel.cost.DeclaredSizes;
import dev.dray.cel.frontend.Expr;
import dev.dray.cel.frontend.Frontend;
import dev.dray.cel.frontend.Issue;
import dev.dray.cel.frontend.LiteralChecks;
import dev.dray.cel.frontend.SourceText;
import dev.dray.cel.frontend.TreeReader;
import dev.dray.cel.function.Declarations;
import dev.dray.cel.function.Signature;
import dev.dray.cel.plan.Functions;
import dev.dray.cel.plan.Planner;
import dev.dray.cel.plan.Unplannable;
import dev.dray.cel.value.Struct;
import dev.dray.cel.value.Type;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The variables, types and functions that expressions may use, with the compiler for them;
 * thread-safe.
 */
public final class Environment {
  private static final List<String> BASE =
      List.of(
          Declarations.STANDARD,
          Declarations.LISTS,
          Declarations.OPTIONALS,
          Declarations.STRINGS,
          Declarations.SETS,
          Declarations.REGULAR_EXPRESSIONS,
          Declarations.COMPREHENSIONS,
          Declarations.QUANTITIES_AND_VERSIONS,
          Declarations.URLS,
          Declarations.NETWORK,
          Declarations.FORMATS,
          Declarations.AUTHORIZATION);

  /**
   * The parser and checker, created when first needed: that takes longer than everything else here.
   */
  private final Supplier<Frontend> frontend;

  private final DeclaredSizes sizes;

  private final Supplier<Functions> functions;

  private Environment(
      Supplier<Frontend> frontend, DeclaredSizes sizes, Supplier<Functions> functions) {
    this.frontend = frontend;
    this.sizes = sizes;
    this.functions = functions;
  }

  /** A group of functions that only some environments have. */
  public enum Extra {
    INCLUDES
  }

  /** Returns an environment with the functions of every Kubernetes release that Dray follows. */
  public static Environment of(
      List<Struct> structs,
      SortedMap<String, Type> variables,
      DeclaredSizes sizes,
      List<Extra> extras) {
    return new Environment(
        Suppliers.memoize(() -> new Frontend(functions(extras), structs, variables)),
        sizes,
        Suppliers.memoize(() -> new Functions(functions(extras))));
  }

  private static List<Signature> functions(List<Extra> extras) {
    return Stream.concat(BASE.stream(), extras.stream().map(Environment::table))
        .flatMap(table -> Signature.table(table).stream())
        .toList();
  }

  private static String table(Extra extra) {
    return switch (extra) {
      case INCLUDES -> Declarations.INCLUDES;
    };
  }

  public Compilation compile(String text) {
    return switch (frontend.get().read(text)) {
      case Frontend.Reading.Wrong(var issues) -> invalid(text, issues);
      case Frontend.Reading.Read(var tree) -> checked(text, tree);
    };
  }

  private Compilation checked(String text, CelAbstractSyntaxTree tree) {
    var expr = new TreeReader(tree).read();
    var positions = tree.getSource().getPositionsMap();
    var source = new SourceText(text);
    var issues =
        LiteralChecks.of(expr).stream()
            .map(
                finding ->
                    source.issueAt(positions.getOrDefault(finding.at().id(), 0), finding.message()))
            .toList();
    return issues.isEmpty() ? planned(expr) : invalid(text, issues);
  }

  private static Compilation invalid(String text, List<Issue> issues) {
    return new Compilation.Invalid(new SourceText(text).display(issues));
  }

  private Compilation planned(Expr expr) {
    try {
      var program = Planner.program(expr, functions.get());
      var cost = CostEstimate.atMost(expr, sizes);
      return new Compilation.Compiled(expr, expr.type(), cost, program);
    } catch (Unplannable unplannable) {
      return new Compilation.Unplannable(expr.type(), unplannable.reason());
    }
  }
}
