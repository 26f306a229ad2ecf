package dev.dray.api.meta;

import dev.dray.api.meta.LabelQueryLexer.Kind;
import dev.dray.api.meta.LabelQueryLexer.Token;
import dev.dray.api.meta.LabelRequirement.Operator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SequencedSet;
import java.util.TreeSet;

/** A recursive-descent parser of label queries, which refuses in upstream's words. */
final class LabelQueryParser {

  /** A mistake, which ends the descent; never leaves this class. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    Refused(String message) {
      super(message, null, false, false);
    }

    String words() {
      return String.valueOf(getMessage());
    }
  }

  private final List<Token> tokens;
  private int at;

  private LabelQueryParser(List<Token> tokens) {
    this.tokens = tokens;
  }

  static Parsed<LabelQuery> parse(String text) {
    try {
      var requirements = new LabelQueryParser(LabelQueryLexer.tokens(text)).requirements();
      requirements.sort(Comparator.comparing(LabelRequirement::key));
      return new Parsed.Value<>(new LabelQuery(requirements));
    } catch (Refused refused) {
      return new Parsed.Mistake<>(refused.words());
    }
  }

  private List<LabelRequirement> requirements() throws Refused {
    var found = new ArrayList<LabelRequirement>();
    if (peek().kind() == Kind.END) {
      return found;
    }
    if (!startsRequirement(peek())) {
      throw unexpected(peek(), ", expected: !, identifier, or 'end of string'");
    }
    while (true) {
      found.add(checked());
      var separator = take();
      if (separator.kind() == Kind.END) {
        return found;
      }
      if (separator.kind() != Kind.COMMA) {
        throw unexpected(separator, ", expected: ',' or 'end of string'");
      }
      if (!startsRequirement(peek())) {
        throw unexpected(peek(), ", expected: identifier after ','");
      }
    }
  }

  private static boolean startsRequirement(Token token) {
    return token.asValue() == Kind.IDENTIFIER || token.kind() == Kind.NOT;
  }

  private LabelRequirement checked() throws Refused {
    try {
      var requirement = requirement();
      var refusal = requirement.refusal();
      if (refusal.isPresent()) {
        throw new Refused(refusal.get());
      }
      return requirement;
    } catch (Refused refused) {
      throw new Refused("unable to parse requirement: " + refused.words());
    }
  }

  private LabelRequirement requirement() throws Refused {
    boolean absent = peek().kind() == Kind.NOT;
    if (absent) {
      take();
    }
    var key = key();
    if (absent) {
      return new LabelRequirement(key, Operator.DOES_NOT_EXIST, List.of());
    }
    if (peek().kind() == Kind.END || peek().kind() == Kind.COMMA) {
      return new LabelRequirement(key, Operator.EXISTS, List.of());
    }
    var operator = operator();
    boolean set = operator == Operator.IN || operator == Operator.NOT_IN;
    return new LabelRequirement(key, operator, set ? values() : List.of(exactValue()));
  }

  private String key() throws Refused {
    var token = take();
    if (token.asValue() != Kind.IDENTIFIER) {
      throw unexpected(token, ", expected: identifier");
    }
    var mistakes = LabelSyntax.mistakesInKey(token.literal());
    if (!mistakes.isEmpty()) {
      // Upstream has no path to name here, and says so.
      throw new Refused(
          "<nil>: Invalid value: "
              + GoQuote.quote(token.literal())
              + ": "
              + String.join("; ", mistakes));
    }
    return token.literal();
  }

  private Operator operator() throws Refused {
    var token = take();
    return switch (token.kind()) {
      case IN -> Operator.IN;
      case NOT_IN -> Operator.NOT_IN;
      case EQUALS -> Operator.EQUALS;
      case DOUBLE_EQUALS -> Operator.DOUBLE_EQUALS;
      case NOT_EQUALS -> Operator.NOT_EQUALS;
      case GREATER_THAN -> Operator.GREATER_THAN;
      case LESS_THAN -> Operator.LESS_THAN;
      case ERROR, END, IDENTIFIER, CLOSE, COMMA, NOT, OPEN ->
          throw unexpected(token, ", expected: in, notin, =, ==, !=, gt, lt");
    };
  }

  private String exactValue() throws Refused {
    if (peek().kind() == Kind.END || peek().kind() == Kind.COMMA) {
      return "";
    }
    var token = take();
    if (token.asValue() != Kind.IDENTIFIER) {
      throw unexpected(token, ", expected: identifier");
    }
    return token.literal();
  }

  private List<String> values() throws Refused {
    var open = take();
    if (open.kind() != Kind.OPEN) {
      throw unexpected(open, " expected: '('");
    }
    if (peek().kind() == Kind.CLOSE) {
      take();
      return List.of("");
    }
    if (peek().asValue() != Kind.IDENTIFIER && peek().kind() != Kind.COMMA) {
      throw unexpected(peek(), ", expected: ',', ')' or identifier");
    }
    var values = new TreeSet<String>();
    while (peek().kind() != Kind.CLOSE) {
      value(values);
    }
    take();
    return List.copyOf(values);
  }

  /** Reads one value or one comma; a comma without a value beside it stands for the empty value. */
  private void value(SequencedSet<String> values) throws Refused {
    var token = take();
    if (token.asValue() == Kind.IDENTIFIER) {
      values.add(token.literal());
      if (peek().kind() != Kind.COMMA && peek().kind() != Kind.CLOSE) {
        throw unexpected(peek(), ", expected: ',' or ')'");
      }
      return;
    }
    if (token.kind() != Kind.COMMA) {
      throw unexpected(token, ", expected: ',', or identifier");
    }
    if (values.isEmpty() || peek().kind() == Kind.CLOSE || peek().kind() == Kind.COMMA) {
      values.add("");
    }
  }

  private Token peek() {
    return tokens.get(at);
  }

  private Token take() {
    return tokens.get(at++);
  }

  private static Refused unexpected(Token found, String expected) {
    return new Refused("found '" + found.literal() + "'" + expected);
  }
}
