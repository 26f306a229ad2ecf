package dev.dray.cel.frontend;

import dev.cel.common.CelIssue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The translation of the library's messages to upstream's wording. */
final class Wording {
  /** The line that upstream gives to mistakes of the whole text. */
  private static final int NO_LINE = -1;

  private static final int NO_COLUMN = -1;

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

  private static final String UNTYPED = "*error*";
  private static final String NO_SELECTION = "does not support field selection";

  /** A message about a field of a type that was itself reported as not found. */
  private static final Pattern FOLLOWING =
      Pattern.compile("(?s)Message type resolution failure while referencing field '[^']*'\\.");

  private static final Pattern TYPE_VARIABLE = Pattern.compile("%\\w+");

  private static final Set<String> OPERATORS =
      Stream.of(
              "==", "!=", "in", "<", "<=", ">=", ">", "&&", "||", "[", ".", "-", "?", "+", "*", "/",
              "%")
          .map("'%s'"::formatted)
          .collect(Collectors.toUnmodifiableSet());

  /** Mistakes after which the parser gives up the constructs that were open around them. */
  private static final Pattern ABANDONS =
      Pattern.compile("(?s)(mismatched input|no viable alternative).*");

  private static final String EXPECTING = " expecting ";

  private static final int DEEPEST = 250;

  private Wording() {}

  /** The parser's knowledge of the construct around a mistake. */
  private enum Around {
    OPEN,
    ABANDONED
  }

  static List<Issue> ofParser(String text, List<CelIssue> issues) {
    var all = new ArrayList<Issue>();
    var abandoned = false;
    for (var issue : issues) {
      all.add(ofParser(text, issue, abandoned ? Around.ABANDONED : Around.OPEN));
      abandoned |= ABANDONS.matcher(issue.getMessage()).matches();
    }
    return all;
  }

  private static int line(CelIssue issue) {
    return issue.getSourceLocation().getLine();
  }

  private static int column(CelIssue issue) {
    return issue.getSourceLocation().getColumn();
  }

  private static Issue ofParser(String text, CelIssue issue, Around around) {
    var message = issue.getMessage();
    if (message.startsWith("Expression recursion limit exceeded")) {
      return new Issue(NO_LINE, NO_COLUMN, tooDeep(text));
    }
    return at(
        issue,
        OF_GRAMMAR.matcher(message).matches() ? grammar(text, issue, around) : literal(message));
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
    if (message.equals("unsupported identifier")) {
      return "unsupported ident kind";
    }
    return message.startsWith("Illegal escape sequence") ? "unable to unescape string" : message;
  }

  private static Issue at(CelIssue issue, String message) {
    return new Issue(line(issue), column(issue), message);
  }

  /** Returns a syntax error in upstream's words; the library doubles percent signs. */
  private static String grammar(String text, CelIssue issue, Around around) {
    var message = issue.getMessage().replace("%%", "%");
    if (message.startsWith("More than")) {
      return "Syntax error: error recovery attempt limit exceeded: 30";
    }
    var set = message.lastIndexOf(EXPECTING) + EXPECTING.length();
    var reworded =
        set > EXPECTING.length() && message.substring(set).contains("'=='")
            ? message.substring(0, set)
                + afterOperand(message.substring(set), end(text, issue, around))
            : RESERVED.matcher(message).replaceAll("mismatched input '$1' expecting IDENTIFIER");
    return "Syntax error: " + reworded;
  }

  /**
   * Returns what can stand after an operand. The library lists every operator that could continue
   * it, and sometimes tokens that could end another part of the text; upstream lists only those
   * that could end this one.
   */
  private static String afterOperand(String set, Optional<String> end) {
    var expected =
        Stream.of(set.substring(1, set.length() - 1).split(", (?=['<A-Z])", -1))
            .filter(token -> !OPERATORS.contains(token))
            .toList();
    var inList = expected.size() > 1 && expected.contains("']'") && end.equals(Optional.of("']'"));
    if (end.isPresent() && !inList) {
      return end.get();
    }
    return expected.size() == 1 ? expected.getFirst() : "{" + String.join(", ", expected) + "}";
  }

  private static Optional<String> end(String text, CelIssue issue, Around around) {
    return around == Around.ABANDONED
        ? Optional.of("<EOF>")
        : OpenConstruct.end(text, line(issue), column(issue));
  }

  static Issue stackOverflow() {
    return new Issue(NO_LINE, NO_COLUMN, "max recursion depth exceeded");
  }

  /**
   * Returns the message for excessive depth: upstream finds deep nesting while it parses, and long
   * chains only afterwards.
   */
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

  static List<Issue> ofChecker(ParsedExpression parsedExpression, List<CelIssue> issues) {
    var all = new ArrayList<Issue>();
    // Upstream gives a wrong selection the type dyn, and every other mistake the error type.
    var selected = issues.stream().anyMatch(issue -> issue.getMessage().endsWith(NO_SELECTION));
    for (var issue : issues) {
      if (FOLLOWING.matcher(issue.getMessage()).matches()) {
        continue;
      }
      var message = selected ? issue.getMessage().replace(UNTYPED, "dyn") : issue.getMessage();
      var overload = NO_OVERLOAD.matcher(message);
      if (!overload.matches()) {
        all.add(at(issue, typeNames(message)));
      } else if (overload.group(1).equals("_&&_") || overload.group(1).equals("_||_")) {
        all.addAll(notBool(parsedExpression, issue.getExprId(), overload.group(2)));
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

  private static String typeNames(String message) {
    var resolved = UNRESOLVED.matcher(message).replaceAll("unexpected failed resolution of '$1'");
    return TYPE_VARIABLE
        .matcher(resolved)
        .replaceAll("dyn")
        .replace("google.protobuf.Duration", "duration")
        .replace("google.protobuf.Timestamp", "timestamp")
        .replace(UNTYPED, "!error!");
  }

  /** Returns an issue for each operand of {@code &&} or {@code ||} that is not a bool. */
  private static List<Issue> notBool(ParsedExpression parsedExpression, long call, String types) {
    var all = new ArrayList<Issue>();
    var arguments = parsedExpression.call(call).call().args();
    var operands = operandTypes(types);
    for (var at = 0; at < operands.size(); at++) {
      switch (operands.get(at)) {
        case "bool", "dyn", "any", UNTYPED, "wrapper(bool)" -> {}
        default ->
            all.add(
                parsedExpression.issueAt(
                    arguments.get(at).id(),
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
