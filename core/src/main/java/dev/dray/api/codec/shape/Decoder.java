package dev.dray.api.codec.shape;

import dev.dray.api.codec.text.Limits;
import dev.dray.api.codec.text.Token;
import dev.dray.api.codec.text.Tokens;
import dev.dray.api.codec.text.Trees;
import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The state of reading one object: the tokens, the path in the object, and the problems so far. */
public final class Decoder {
  private static final String REPEATED =
      "the same object already has this field; keep one of them, or merge their values";

  private static final int FIELD = -1;
  private static final int KEY = -2;

  // Longer texts are cut where they are shown. No valid name is longer.
  private static final int LONGEST_VALUE = 40;
  private static final int LONGEST_NAME = 400;

  private final Tokens tokens;
  private final FieldValidation validation;
  private final Limits limits;
  private final List<DecodingError> problems = new ArrayList<>();
  private int untold;

  // The path as two parallel stacks: names, and an index or the mark of a name. A path object is
  // created only for a problem.
  private String[] names = new String[16];
  private int[] marks = new int[16];
  private int depth;

  public Decoder(Tokens tokens, FieldValidation validation, Limits limits) {
    this.tokens = tokens;
    this.validation = validation;
    this.limits = limits;
  }

  Token token() {
    return tokens.current();
  }

  Token next() {
    return tokens.next();
  }

  String text() {
    return tokens.text();
  }

  boolean merged() {
    return tokens.merged();
  }

  void skip() {
    tokens.skip();
  }

  /** Returns the current value as a tree, whatever its type. */
  Json tree() {
    return Trees.read(tokens);
  }

  void enterField(String name) {
    enter(name, FIELD);
  }

  void enterKey(String key) {
    enter(key, KEY);
  }

  void enterIndex(int index) {
    enter("", index);
  }

  private void enter(String name, int mark) {
    if (depth == marks.length) {
      names = Arrays.copyOf(names, depth * 2);
      marks = Arrays.copyOf(marks, depth * 2);
    }
    names[depth] = name;
    marks[depth++] = mark;
  }

  void leave() {
    depth--;
  }

  private FieldPath path() {
    var path = FieldPath.ROOT;
    for (int i = 0; i < depth; i++) {
      path =
          switch (marks[i]) {
            case FIELD -> path.child(names[i]);
            case KEY -> path.key(shortened(names[i], LONGEST_NAME));
            default -> path.index(marks[i]);
          };
    }
    return path;
  }

  /** Reports that the current value has the wrong type, and skips it. */
  void mistyped(String expected) {
    var found = token();
    var shown =
        switch (found) {
          case STRING -> "string \"" + shortened(text()) + "\"";
          case NUMBER -> "number " + shortened(text());
          case TRUE -> "bool true";
          case FALSE -> "bool false";
          case OBJECT, END_OBJECT, ARRAY, END_ARRAY, NAME, NULL, END -> found.words();
        };
    var message = "%s: expected %s, found %s".formatted(path(), expected, shown);
    report(DecodingError.Severity.ERROR, path(), message, hintFor(expected, found));
    skip();
  }

  private Optional<String> hintFor(String expected, Token found) {
    if (expected.equals("string") && found == Token.NUMBER) {
      return Optional.of("quote the value: an unquoted %s is not a string".formatted(text()));
    }
    if (expected.equals("string") && (found == Token.TRUE || found == Token.FALSE)) {
      return Optional.of("quote the value: unquoted it is a bool");
    }
    if (expected.equals("list") && found != Token.ARRAY) {
      return Optional.of("begin each item with \"- \"");
    }
    return Optional.empty();
  }

  /** Reports that the current value has the right type and is still wrong. */
  void malformed(String message, Optional<String> hint) {
    report(DecodingError.Severity.ERROR, path(), path() + ": " + message, hint);
  }

  /** Reports that the current name is not a field, and skips its value. */
  void unknown(Collection<String> known, Optional<String> hint) {
    // Servers read objects of which they need only a part, and then have much to skip.
    if (validation != FieldValidation.IGNORE) {
      var name = text();
      var path = path().child(shortened(name, LONGEST_NAME));
      reportField(
          path,
          "unknown field",
          () ->
              hint.or(() -> Spelling.nearest(name, known).map("did you mean \"%s\"?"::formatted)));
    }
    next();
    skip();
  }

  /** Reports that the current field occurred before. */
  void repeated() {
    var path = path().child(text());
    reportField(path, "duplicate field", () -> Optional.of(REPEATED));
  }

  /** Reports that the current map key occurred before. */
  void repeatedKey() {
    var path = path().key(shortened(text(), LONGEST_NAME));
    reportField(path, "duplicate field", () -> Optional.of(REPEATED));
  }

  private void reportField(FieldPath path, String words, Supplier<Optional<String>> hint) {
    switch (validation) {
      case STRICT -> reportField(DecodingError.Severity.ERROR, path, words, hint);
      case WARN -> reportField(DecodingError.Severity.WARNING, path, words, hint);
      case IGNORE -> {}
    }
  }

  private void reportField(
      DecodingError.Severity severity,
      FieldPath path,
      String words,
      Supplier<Optional<String>> hint) {
    // A misspelt name is compared with all known ones, which must not happen a million times.
    boolean told = problems.size() < limits.problems();
    var message = told ? "%s \"%s\"".formatted(words, path) : "";
    report(severity, path, message, told ? hint.get() : Optional.empty());
  }

  private void report(
      DecodingError.Severity severity, FieldPath path, String message, Optional<String> hint) {
    if (problems.size() < limits.problems()) {
      problems.add(new DecodingError(severity, path, tokens.location(), message, hint));
    } else {
      untold++;
    }
  }

  /** Returns the text, cut to a length for messages. */
  static String shortened(String text) {
    return shortened(text, LONGEST_VALUE);
  }

  private static String shortened(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 3) + "...";
  }

  /** Returns every problem met; the last one may be the number of those not listed. */
  public List<DecodingError> problems() {
    if (untold > 0) {
      var more = "%,d more problems".formatted(untold);
      var severity = problems.getLast().severity();
      var all = new ArrayList<>(problems);
      all.add(
          new DecodingError(severity, FieldPath.ROOT, tokens.location(), more, Optional.empty()));
      return List.copyOf(all);
    }
    return List.copyOf(problems);
  }
}
