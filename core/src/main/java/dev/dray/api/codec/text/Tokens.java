package dev.dray.api.codec.text;

/**
 * A source read token by token: one document after the other, each ending in {@link Token#END}.
 *
 * <p>Mutable, for one reader. A source that is not well-formed throws {@link SyntaxException}.
 */
public interface Tokens {

  /**
   * Moves to the next document.
   *
   * @return whether there is one; its first token is then current
   */
  boolean nextDocument();

  /** Moves to the next token of the document and returns it. */
  Token next();

  Token current();

  /** Returns the name, the string, or the number as it was written. */
  String text();

  /** Returns the location at which the current token begins. */
  Location location();

  /**
   * Returns whether the current name came out of a YAML merge key ({@code <<}): it then yields to
   * the same name written in the object itself.
   */
  default boolean merged() {
    return false;
  }

  /** Moves from the beginning of an object or list to its end; stays at any other token. */
  default void skip() {
    int depth = 0;
    do {
      switch (depth == 0 ? current() : next()) {
        case OBJECT, ARRAY -> depth++;
        case END_OBJECT, END_ARRAY -> depth--;
        case NAME, STRING, NUMBER, TRUE, FALSE, NULL, END -> {}
      }
    } while (depth > 0);
  }
}
