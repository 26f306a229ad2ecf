package dev.dray.cel.frontend;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.regex.Pattern;

/** The innermost bracket or conditional that is still open where the parser found a mistake. */
final class OpenConstruct {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\"\"\".*?\"\"\"|'''.*?'''|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*'"
              + "|//[^\n]*|[\\[\\]{}()?:]",
          Pattern.DOTALL);

  private OpenConstruct() {}

  /**
   * Returns the token that closes the innermost open construct, or the end of the text if none is
   * open; empty if more than one token could follow.
   */
  static Optional<String> end(String text, int line, int column) {
    var open = new ArrayDeque<String>();
    var tokens = TOKEN.matcher(text).region(0, offset(text, line, column));
    while (tokens.find()) {
      switch (tokens.group()) {
        case "(" -> open.push("')'");
        case "[" -> open.push("']'");
        case "{" -> open.push("'}'");
        case "?" -> {
          if (!follows(text, tokens.start())) {
            open.push("':'");
          }
        }
        case ")", "]", "}" -> close(open, "'" + tokens.group() + "'");
        case ":" -> {
          if ("':'".equals(open.peek())) {
            open.pop();
          }
        }
        default -> {}
      }
    }
    var end = Optional.ofNullable(open.peek()).orElse("<EOF>");
    return end.equals("'}'") ? Optional.empty() : Optional.of(end);
  }

  private static void close(ArrayDeque<String> open, String end) {
    while ("':'".equals(open.peek())) {
      open.pop();
    }
    if (end.equals(open.peek())) {
      open.pop();
    }
  }

  /** Returns whether a question mark is part of an optional selection, index, element or key. */
  private static boolean follows(String text, int at) {
    var before = text.substring(0, at).stripTrailing();
    return !before.isEmpty() && ".[{,".indexOf(before.charAt(before.length() - 1)) >= 0;
  }

  private static int offset(String text, int line, int column) {
    var start = 0;
    for (var passed = 1; passed < line; passed++) {
      start = text.indexOf('\n', start) + 1;
    }
    var rest = text.substring(start);
    return start
        + rest.offsetByCodePoints(0, Math.min(column, rest.codePointCount(0, rest.length())));
  }
}
