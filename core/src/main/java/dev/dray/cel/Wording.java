package dev.dray.cel;

import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExprVisitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The library's messages in upstream's words. */
final class Wording {
  /** Upstream's place for what concerns the whole text. */
  private static final int NO_LINE = -1;

  private static final Pattern OF_GRAMMAR =
      Pattern.compile(
          "(?s)(mismatched input|extraneous input|missing|no viable alternative|token recognition"
              + " error|More than \\d+ parse errors).*");
  private static final Pattern RESERVED =
      Pattern.compile("no viable alternative at input '.(true|false|null)'");
  private static final Pattern NO_OVERLOAD =
      Pattern.compile(
          "(?s)found no matching overload for '(.*?)' applied to '(.*?)'( \\(candidates: .*)?");
  private static final Pattern UNRESOLVED =
      Pattern.compile(
          "(?s)Message type resolution failure while referencing field '.*'\\."
              + " Ensure that the descriptor for type '(.*)' was added to the environment");

  private static final Set<String> OPERATORS =
      Stream.of(
              "==", "!=", "in", "<", "<=", ">=", ">", "&&", "||", "[", ".", "-", "?", "+", "*", "/",
              "%")
          .map("'%s'"::formatted)
          .collect(Collectors.toUnmodifiableSet());

  private static final int DEEPEST = 250;

  private Wording() {}

  static List<Issue> ofParser(String text, List<CelIssue> issues) {
    return issues.stream().map(issue -> ofParser(text, issue)).toList();
  }

  private static Issue ofParser(String text, CelIssue issue) {
    var message = issue.getMessage();
    if (message.startsWith("Expression recursion limit exceeded")) {
      return new Issue(NO_LINE, NO_COLUMN, tooDeep(text));
    }
    return at(issue, OF_GRAMMAR.matcher(message).matches() ? grammar(message) : literal(message));
  }

  private static String literal(String message) {
    if (message.startsWith("For input string")) {
      return "invalid int literal";
    }
    if (message.endsWith("exceeds range of unsigned long.")) {
      return "invalid uint literal";
    }
    if (message.startsWith("Invalid unicode code point")) {
      return "invalid unicode code point";
    }
    return message.startsWith("Illegal escape sequence") ? "unable to unescape string" : message;
  }

  /** The library reads a number that is too large as infinite, which none can be written as. */
  static List<Issue> ofInfinities(CelExpr parsed, SourceText source, Map<Long, Integer> positions) {
    var found = new ArrayList<Issue>();
    new CelExprVisitor() {
      @Override
      protected void visit(CelExpr expr, CelConstant constant) {
        if (constant.getKind() == CelConstant.Kind.DOUBLE_VALUE
            && Double.isInfinite(constant.doubleValue())) {
          found.add(source.issueAt(positions.getOrDefault(expr.id(), 0), "invalid double literal"));
        }
      }
    }.visit(parsed);
    return found;
  }

  private static final int NO_COLUMN = -1;

  private static Issue at(CelIssue issue, String message) {
    return new Issue(
        issue.getSourceLocation().getLine(), issue.getSourceLocation().getColumn(), message);
  }

  /** The library doubles percent signs. */
  private static String grammar(String message) {
    var single = message.replace("%%", "%");
    if (single.startsWith("More than")) {
      return "Syntax error: error recovery attempt limit exceeded: 30";
    }
    return "Syntax error: "
        + withoutOperators(
            RESERVED.matcher(single).replaceAll("mismatched input '$1' expecting IDENTIFIER"));
  }

  /** Where an operand ends, upstream does not list the operators that could continue it. */
  private static String withoutOperators(String message) {
    var set = message.indexOf(" expecting {");
    if (set < 0 || !message.substring(set).contains("'=='")) {
      return message;
    }
    var open = message.indexOf('{', set);
    var expected =
        Stream.of(message.substring(open + 1, message.length() - 1).split(", (?=['<A-Z])"))
            .filter(token -> !OPERATORS.contains(token))
            .toList();
    var rest = String.join(", ", expected);
    return message.substring(0, open) + (expected.size() == 1 ? rest : "{" + rest + "}");
  }

  static Issue stackOverflow() {
    return new Issue(NO_LINE, NO_COLUMN, "max recursion depth exceeded");
  }

  /** Upstream finds nesting too deep while it parses, and long chains only afterwards. */
  private static String tooDeep(String text) {
    var depth = 0;
    var deepest = 0;
    for (var at = 0; at < text.length(); at++) {
      switch (text.charAt(at)) {
        case '(', '[', '{' -> deepest = Math.max(deepest, ++depth);
        case ')', ']', '}' -> depth--;
        default -> {}
      }
    }
    var choices = text.chars().filter(character -> character == '?').count();
    return deepest >= DEEPEST || choices >= DEEPEST
        ? "expression recursion limit exceeded: " + DEEPEST
        : "max recursion depth exceeded";
  }

  static List<Issue> ofChecker(
      CelExpr parsed, SourceText source, Map<Long, Integer> positions, List<CelIssue> issues) {
    var all = new ArrayList<Issue>();
    for (var issue : issues) {
      var overload = NO_OVERLOAD.matcher(issue.getMessage());
      if (!overload.matches()) {
        all.add(at(issue, typeNames(issue.getMessage())));
      } else if (overload.group(1).equals("_&&_") || overload.group(1).equals("_||_")) {
        all.addAll(notBool(call(parsed, issue.getExprId()), source, positions, overload.group(2)));
      } else {
        all.add(
            at(
                issue,
                "found no matching overload for '%s' applied to '%s'"
                    .formatted(overload.group(1), typeNames(overload.group(2)))));
      }
    }
    return all;
  }

  private static CelExpr call(CelExpr parsed, long id) {
    var found = new ArrayList<CelExpr>();
    new CelExprVisitor() {
      @Override
      protected void visit(CelExpr expr, CelExpr.CelCall call) {
        if (expr.id() == id) {
          found.add(expr);
        }
        super.visit(expr, call);
      }
    }.visit(parsed);
    return found.getFirst();
  }

  private static String typeNames(String message) {
    return UNRESOLVED
        .matcher(message)
        .replaceAll("unexpected failed resolution of '$1'")
        .replace("google.protobuf.Duration", "duration")
        .replace("google.protobuf.Timestamp", "timestamp")
        .replace("*error*", "dyn");
  }

  /** Operands of {@code &&} and {@code ||} are refused one by one. */
  private static List<Issue> notBool(
      CelExpr call, SourceText source, Map<Long, Integer> positions, String types) {
    var all = new ArrayList<Issue>();
    var operands = operandTypes(types);
    for (var at = 0; at < operands.size(); at++) {
      switch (operands.get(at)) {
        case "bool", "dyn", "any", "*error*", "wrapper(bool)" -> {}
        default ->
            all.add(
                source.issueAt(
                    positions.getOrDefault(call.call().args().get(at).id(), 0),
                    "expected type 'bool' but found '%s'".formatted(typeNames(operands.get(at)))));
      }
    }
    return all;
  }

  /** Splits {@code (int, map(string, int))} at the comma between operands. */
  private static List<String> operandTypes(String types) {
    var inner = types.substring(1, types.length() - 1);
    var depth = 0;
    for (var at = 0; at < inner.length(); at++) {
      switch (inner.charAt(at)) {
        case '(' -> depth++;
        case ')' -> depth--;
        case ',' -> {
          if (depth == 0) {
            return Stream.of(inner.substring(0, at), inner.substring(at + 1))
                .map(String::strip)
                .toList();
          }
        }
        default -> {}
      }
    }
    return List.of(inner);
  }
}
