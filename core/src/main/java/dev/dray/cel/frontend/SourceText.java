package dev.dray.cel.frontend;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The text of an expression, to show mistakes in it the way upstream shows them. */
public final class SourceText {
  private static final int MOST_ISSUES = 100;
  private static final int LONGEST_SNIPPET = 16_384;

  private final List<String> lines;

  public SourceText(String text) {
    this.lines = List.of(text.split("\n", -1));
  }

  /** Returns an issue at the line and column of a code point. */
  public Issue issueAt(int offset, String message) {
    var start = 0;
    for (var line = 0; line < lines.size(); line++) {
      var length = lines.get(line).codePointCount(0, lines.get(line).length());
      if (offset <= start + length) {
        return new Issue(line + 1, offset - start, message);
      }
      start += length + 1;
    }
    return new Issue(-1, 0, message);
  }

  /** Returns the issues in the order of their places, each with its line and a caret below. */
  public String display(List<Issue> issues) {
    var shown = new ArrayList<String>();
    issues.stream()
        .limit(MOST_ISSUES)
        .sorted(Comparator.comparingInt(Issue::line).thenComparingInt(Issue::column))
        .forEach(issue -> shown.add(display(issue)));
    if (issues.size() > MOST_ISSUES) {
      shown.add("%d more errors were truncated".formatted(issues.size() - MOST_ISSUES));
    }
    return shown.stream().collect(Collectors.joining("\n"));
  }

  private String display(Issue issue) {
    var message =
        "ERROR: <input>:%d:%d: %s".formatted(issue.line(), issue.column() + 1, issue.message());
    if (issue.line() < 1 || issue.line() > lines.size()) {
      return message;
    }
    var line = lines.get(issue.line() - 1).replace('\t', ' ');
    if (bytes(line) > LONGEST_SNIPPET) {
      return message;
    }
    return message + "\n | " + line + "\n | " + caret(line, issue.column());
  }

  /** Returns dots up to the column and a caret, full-width below characters that are not ASCII. */
  private static String caret(String line, int column) {
    var text = new StringBuilder();
    var at = 0;
    for (var passed = 0; passed < column && at < line.length(); passed++) {
      var point = line.codePointAt(at);
      text.append(point < 0x80 ? '.' : '\uff0e');
      at += Character.charCount(point);
    }
    var wide = at < line.length() && line.codePointAt(at) >= 0x80;
    return text.append(wide ? '\uff3e' : '^').toString();
  }

  private static long bytes(String text) {
    return text.codePoints()
        .map(point -> point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)
        .asLongStream()
        .sum();
  }
}
