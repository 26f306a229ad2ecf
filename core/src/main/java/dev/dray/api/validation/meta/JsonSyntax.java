package dev.dray.api.validation.meta;

/**
 * The syntactic form of a text as JSON, found by reading it once without building anything.
 *
 * <p>Messages are those of Go's decoder, which upstream's users see.
 */
public sealed interface JsonSyntax {
  record ObjectValue() implements JsonSyntax {}

  /** An array, a string, a number or a boolean. */
  record OtherValue() implements JsonSyntax {}

  record NullValue() implements JsonSyntax {}

  record Wrong(String message) implements JsonSyntax {}

  static JsonSyntax of(String text) {
    return new Reader(text).read();
  }

  /** A reader from left to right, which remembers the first mistake. */
  final class Reader {
    // As deep as Go's decoder goes; the nesting is a bit per level, not a Java stack frame.
    private static final int DEPTH_MAX = 10_000;
    private static final char END = '\0';

    private final String text;
    private final java.util.BitSet objects = new java.util.BitSet();
    private int at;
    private int depth;
    private String problem = "";

    private Reader(String text) {
      this.text = text;
    }

    private JsonSyntax read() {
      skipSpace();
      char first = peek();
      values();
      skipSpace();
      if (problem.isEmpty() && at < text.length()) {
        fail("after top-level value");
      }
      if (!problem.isEmpty()) {
        return new Wrong(problem);
      }
      return switch (first) {
        case '{' -> new ObjectValue();
        case 'n' -> new NullValue();
        default -> new OtherValue();
      };
    }

    private void values() {
      boolean complete = false;
      while (problem.isEmpty() && !(complete && closed())) {
        skipSpace();
        complete = value();
      }
    }

    /**
     * Returns whether a whole value was read, and not just the opening of one that has values
     * inside.
     */
    private boolean value() {
      char first = peek();
      switch (first) {
        case '{', '[' -> {
          return emptyOrOpened();
        }
        case '"' -> string();
        case 't' -> literal("true");
        case 'f' -> literal("false");
        case 'n' -> literal("null");
        case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
        default -> fail("looking for beginning of value");
      }
      return true;
    }

    private boolean emptyOrOpened() {
      boolean object = peek() == '{';
      at++;
      skipSpace();
      if (peek() == (object ? '}' : ']')) {
        at++;
        return true;
      }
      objects.set(depth++, object);
      if (depth > DEPTH_MAX) {
        problem = "exceeded max depth";
      } else if (object) {
        key("looking for beginning of object key string");
      }
      return false;
    }

    private void key(String place) {
      skipSpace();
      if (peek() != '"') {
        fail(place);
        return;
      }
      string();
      skipSpace();
      if (problem.isEmpty()) {
        expect(':', "after object key");
      }
    }

    /**
     * Closes, after a value, what ends here; returns true once nothing is open, false before a
     * value.
     */
    private boolean closed() {
      while (depth > 0) {
        boolean object = objects.get(depth - 1);
        skipSpace();
        if (peek() == ',') {
          at++;
          if (object) {
            key("looking for beginning of object key string");
          }
          return false;
        }
        expect(object ? '}' : ']', object ? "after object key:value pair" : "after array element");
        if (!problem.isEmpty()) {
          return true;
        }
        depth--;
      }
      return true;
    }

    private void expect(char wanted, String place) {
      if (peek() == wanted && at < text.length()) {
        at++;
      } else {
        fail(place);
      }
    }

    private void literal(String word) {
      for (int i = 0; i < word.length() && problem.isEmpty(); i++) {
        expect(word.charAt(i), "in literal " + word + " (expecting '" + word.charAt(i) + "')");
      }
    }

    private void number() {
      if (peek() == '-') {
        at++;
      }
      if (peek() == '0') {
        at++;
      } else {
        digits("in numeric literal");
      }
      if (problem.isEmpty() && peek() == '.') {
        at++;
        digits("after decimal point in numeric literal");
      }
      if (problem.isEmpty() && (peek() == 'e' || peek() == 'E')) {
        at++;
        if (peek() == '+' || peek() == '-') {
          at++;
        }
        digits("in exponent of numeric literal");
      }
    }

    private void digits(String place) {
      int start = at;
      while (peek() >= '0' && peek() <= '9') {
        at++;
      }
      if (at == start) {
        fail(place);
      }
    }

    private void string() {
      at++;
      while (problem.isEmpty()) {
        char c = peek();
        if (at >= text.length() || c < ' ') {
          fail("in string literal");
        } else if (c == '"') {
          at++;
          return;
        } else if (c == '\\') {
          at++;
          escape();
        } else {
          at++;
        }
      }
    }

    private void escape() {
      if (peek() == 'u') {
        at++;
        for (int i = 0; i < 4 && problem.isEmpty(); i++) {
          if (Character.digit(peek(), 16) < 0) {
            fail("in \\u hexadecimal character escape");
          }
          at++;
        }
      } else if ("\"\\/bfnrt".indexOf(peek()) >= 0 && at < text.length()) {
        at++;
      } else {
        fail("in string escape code");
      }
    }

    private void skipSpace() {
      while (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n') {
        at++;
      }
    }

    private char peek() {
      return at < text.length() ? text.charAt(at) : END;
    }

    private void fail(String place) {
      if (problem.isEmpty()) {
        problem =
            at >= text.length()
                ? "unexpected end of JSON input"
                : "invalid character " + quoted(text.charAt(at)) + " " + place;
      }
    }

    private static String quoted(char c) {
      return switch (c) {
        case '\'' -> "'\\''";
        case '"' -> "'\"'";
        case '\n' -> "'\\n'";
        case '\t' -> "'\\t'";
        case '\r' -> "'\\r'";
        default -> c < ' ' ? "'\\x%02x'".formatted((int) c) : "'" + c + "'";
      };
    }
  }
}
