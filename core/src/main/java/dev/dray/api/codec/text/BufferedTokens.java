package dev.dray.api.codec.text;

import java.util.ArrayList;
import java.util.List;

/**
 * The fields of an object that came before its {@code kind}, to be read again once that is known,
 * followed by the rest of the object.
 */
public final class BufferedTokens implements Tokens {

  private record Kept(Token token, String text, Location location, boolean merged) {}

  /** The number of tokens that may still be kept, for all objects of one document together. */
  public static final class Budget {
    private final int most;
    private int spent;

    public Budget(Limits limits) {
      this.most = limits.kept();
    }

    private void spend(Location at) {
      if (++spent > most) {
        throw new SyntaxException(
            "More than %,d values come before the kind of the object they belong to. Maybe write"
                    .formatted(most)
                + " apiVersion and kind first.",
            at);
      }
    }
  }

  private final Tokens rest;
  private final Budget budget;
  private final List<Kept> kept = new ArrayList<>();
  private int position;

  public BufferedTokens(Tokens rest, Budget budget) {
    this.rest = rest;
    this.budget = budget;
  }

  public boolean isEmpty() {
    return kept.isEmpty();
  }

  /** Keeps the current name and its value, and leaves the source at the value's last token. */
  public void keepField() {
    keep();
    rest.next();
    int depth = 0;
    while (true) {
      keep();
      depth += change(rest.current());
      if (depth == 0) {
        return;
      }
      rest.next();
    }
  }

  /** Keeps the token that ends the object, so that the source may move on. */
  public void keepEnd() {
    keep();
  }

  private void keep() {
    boolean hasText =
        switch (rest.current()) {
          case NAME, STRING, NUMBER -> true;
          case OBJECT, END_OBJECT, ARRAY, END_ARRAY, TRUE, FALSE, NULL, END -> false;
        };
    budget.spend(rest.location());
    kept.add(new Kept(rest.current(), hasText ? rest.text() : "", rest.location(), rest.merged()));
  }

  private static int change(Token token) {
    return switch (token) {
      case OBJECT, ARRAY -> 1;
      case END_OBJECT, END_ARRAY -> -1;
      case NAME, STRING, NUMBER, TRUE, FALSE, NULL, END -> 0;
    };
  }

  @Override
  public boolean nextDocument() {
    throw new IllegalStateException("A part of an object has no documents.");
  }

  /**
   * Moves on; after the last kept token comes the one at which the source stands, not the one after
   * it.
   */
  @Override
  public Token next() {
    position++;
    return position <= kept.size() ? current() : rest.next();
  }

  @Override
  public Token current() {
    return position < kept.size() ? kept.get(position).token() : rest.current();
  }

  @Override
  public String text() {
    return position < kept.size() ? kept.get(position).text() : rest.text();
  }

  @Override
  public Location location() {
    return position < kept.size() ? kept.get(position).location() : rest.location();
  }

  @Override
  public boolean merged() {
    return position < kept.size() ? kept.get(position).merged() : rest.merged();
  }
}
