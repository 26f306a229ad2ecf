package dev.dray.api.codec.text;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** The tokens of JSON documents, one after the other. */
public final class JsonTokens implements Tokens {
  private static final int LONGEST_NUMBER = 1_000;

  /** The part of a parser's message that tells programmers which method or feature to enable. */
  private static final Pattern FOR_PROGRAMMERS =
      Pattern.compile(
          ", from `[^`]*`|: enable `[^`]*` to allow| \\(not recognized as one [^)]*\\)");

  private static final Token[] BY_ID = tokensById();

  private static final int LONGEST_COUNTED = 1_000;

  private final byte[] source;
  private final JsonParser parser;
  private final boolean hasEscapes;
  private Token current = Token.END;

  public JsonTokens(byte[] source, JsonFactory factory) {
    this.source = source;
    hasEscapes = Bytes.contains(source, '\\');
    parser = factory.createParser(ObjectReadContext.empty(), source);
  }

  /**
   * Returns a parser factory with these limits. It remembers the names it has seen, so a reader of
   * many objects should keep it.
   */
  public static JsonFactory factory(Limits limits) {
    var constraints =
        StreamReadConstraints.builder()
            .maxNestingDepth(limits.depth())
            .maxNumberLength(LONGEST_NUMBER)
            .maxStringLength(limits.bytes())
            .maxNameLength(limits.bytes())
            .build();
    return JsonFactory.builder().streamReadConstraints(constraints).build();
  }

  @Override
  public boolean nextDocument() {
    while (current != Token.END) {
      skip();
      next();
    }
    advance();
    return current != Token.END;
  }

  @Override
  public Token next() {
    // After the last brace of a document the parser would go on with the next document.
    if (parser.streamReadContext().inRoot()) {
      current = Token.END;
    } else {
      advance();
    }
    return current;
  }

  private void advance() {
    try {
      current = translate(parser.nextToken());
    } catch (JacksonException e) {
      throw syntax(e);
    }
  }

  private static Token translate(@Nullable JsonToken token) {
    return token == null ? Token.END : BY_ID[token.id()];
  }

  /** Returns the parser's tokens by id: an array, as a switch is mispredicted at every token. */
  private static Token[] tokensById() {
    var tokens = new Token[JsonToken.values().length];
    for (var token : JsonToken.values()) {
      switch (token) {
        case START_OBJECT -> tokens[token.id()] = Token.OBJECT;
        case END_OBJECT -> tokens[token.id()] = Token.END_OBJECT;
        case START_ARRAY -> tokens[token.id()] = Token.ARRAY;
        case END_ARRAY -> tokens[token.id()] = Token.END_ARRAY;
        case PROPERTY_NAME -> tokens[token.id()] = Token.NAME;
        case VALUE_STRING -> tokens[token.id()] = Token.STRING;
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> tokens[token.id()] = Token.NUMBER;
        case VALUE_TRUE -> tokens[token.id()] = Token.TRUE;
        case VALUE_FALSE -> tokens[token.id()] = Token.FALSE;
        case VALUE_NULL -> tokens[token.id()] = Token.NULL;
        case NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT -> {
          // Other tokens do not occur in JSON from memory.
        }
      }
    }
    return tokens;
  }

  @Override
  public void skip() {
    try {
      parser.skipChildren();
      current = translate(parser.currentToken());
    } catch (JacksonException e) {
      throw syntax(e);
    }
  }

  @Override
  public Token current() {
    return current;
  }

  @Override
  public String text() {
    try {
      var text = current == Token.NAME ? parser.currentName() : parser.getString();
      return hasEscapes ? Surrogates.replaced(text) : text;
    } catch (JacksonException e) {
      throw syntax(e);
    }
  }

  @Override
  public Location location() {
    return located(parser.currentTokenLocation());
  }

  private Location located(@Nullable TokenStreamLocation location) {
    if (location == null) {
      return new Location(1, 1);
    }
    int column = Math.max(1, location.getColumnNr());
    return new Location(
        Math.max(1, location.getLineNr()), column - continued(location.getByteOffset(), column));
  }

  /**
   * Returns the number of bytes before this one on its line that only continue a character: the
   * parser counts them as columns. Lines too long for anyone to count columns are not counted.
   */
  private int continued(long offset, int column) {
    if (offset < column - 1 || offset > source.length || column > LONGEST_COUNTED) {
      return 0;
    }
    int continued = 0;
    for (int at = (int) offset - column + 1; at < offset; at++) {
      continued += (source[at] & 0xc0) == 0x80 ? 1 : 0;
    }
    return continued;
  }

  private SyntaxException syntax(JacksonException e) {
    var message = FOR_PROGRAMMERS.matcher(e.getOriginalMessage()).replaceFirst("");
    return new SyntaxException(message, located(e.getLocation()));
  }
}
