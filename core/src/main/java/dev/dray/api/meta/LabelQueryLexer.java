package dev.dray.api.meta;

import java.util.ArrayList;
import java.util.List;

/** A lexer of label queries. */
final class LabelQueryLexer {

  enum Kind {
    ERROR(""),
    END(""),
    IDENTIFIER(""),
    CLOSE(")"),
    COMMA(","),
    NOT("!"),
    DOUBLE_EQUALS("=="),
    EQUALS("="),
    GREATER_THAN(">"),
    IN("in"),
    LESS_THAN("<"),
    NOT_EQUALS("!="),
    NOT_IN("notin"),
    OPEN("(");

    private final String spelling;

    Kind(String spelling) {
      this.spelling = spelling;
    }

    private static Kind spelled(String text, Kind otherwise) {
      for (var kind : values()) {
        if (!kind.spelling.isEmpty() && kind.spelling.equals(text)) {
          return kind;
        }
      }
      return otherwise;
    }
  }

  record Token(Kind kind, String literal) {
    /** Returns the kind where a value is expected: there the words for operators are values too. */
    Kind asValue() {
      return kind == Kind.IN || kind == Kind.NOT_IN ? Kind.IDENTIFIER : kind;
    }
  }

  private final String text;
  private int at;

  private LabelQueryLexer(String text) {
    this.text = text;
  }

  /** Returns all tokens; the last one, and only that, is END. */
  static List<Token> tokens(String text) {
    var lexer = new LabelQueryLexer(text);
    var tokens = new ArrayList<Token>();
    do {
      tokens.add(lexer.next());
    } while (tokens.getLast().kind() != Kind.END);
    return List.copyOf(tokens);
  }

  private Token next() {
    while (isSpace(peek())) {
      at++;
    }
    if (peek() == 0) {
      return new Token(Kind.END, "");
    }
    return isSymbol(peek()) ? symbol() : word();
  }

  /** Returns the next character, or 0 behind the last; as upstream, a NUL ends the query. */
  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private Token word() {
    int start = at;
    while (peek() != 0 && !isSymbol(peek()) && !isSpace(peek())) {
      at++;
    }
    var literal = text.substring(start, at);
    return new Token(Kind.spelled(literal, Kind.IDENTIFIER), literal);
  }

  /** Returns the longest symbol from here. */
  private Token symbol() {
    int start = at;
    var best = Kind.ERROR;
    while (isSymbol(peek())) {
      var longer = Kind.spelled(text.substring(start, at + 1), Kind.ERROR);
      if (longer == Kind.ERROR) {
        break;
      }
      best = longer;
      at++;
    }
    return new Token(best, text.substring(start, at));
  }

  private static boolean isSpace(char character) {
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
  }

  private static boolean isSymbol(char character) {
    return "=!(),><".indexOf(character) >= 0;
  }
}
