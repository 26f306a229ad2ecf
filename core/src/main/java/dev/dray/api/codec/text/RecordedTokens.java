package dev.dray.api.codec.text;

import java.util.ArrayList;
import java.util.List;

/** The fields of one object, recorded so that they can be read more than once. */
public final class RecordedTokens implements Tokens {

  private record Recorded(Token token, String text, Location location, boolean merged) {}

  private final List<Recorded> recorded = new ArrayList<>();
  private int position;

  private RecordedTokens() {}

  /**
   * Records the rest of an object that was begun already, from its first name (or its end) to its
   * end.
   */
  public static RecordedTokens of(Tokens fields) {
    var recording = new RecordedTokens();
    recording.add(fields);
    for (int depth = 1; depth > 0 && fields.current() != Token.END; ) {
      depth += change(fields.current());
      if (depth > 0) {
        fields.next();
        recording.add(fields);
      }
    }
    return recording;
  }

  private static int change(Token token) {
    return switch (token) {
      case OBJECT, ARRAY -> 1;
      case END_OBJECT, END_ARRAY -> -1;
      case NAME, STRING, NUMBER, TRUE, FALSE, NULL, END -> 0;
    };
  }

  private void add(Tokens fields) {
    boolean hasText =
        switch (fields.current()) {
          case NAME, STRING, NUMBER -> true;
          case OBJECT, END_OBJECT, ARRAY, END_ARRAY, TRUE, FALSE, NULL, END -> false;
        };
    recorded.add(
        new Recorded(
            fields.current(), hasText ? fields.text() : "", fields.location(), fields.merged()));
  }

  /** Goes back to the first field. */
  public RecordedTokens rewound() {
    position = 0;
    return this;
  }

  @Override
  public boolean nextDocument() {
    throw new IllegalStateException("The fields of an object have no documents.");
  }

  @Override
  public Token next() {
    position++;
    return current();
  }

  @Override
  public Token current() {
    return at().token();
  }

  @Override
  public String text() {
    return at().text();
  }

  @Override
  public Location location() {
    return at().location();
  }

  @Override
  public boolean merged() {
    return at().merged();
  }

  private Recorded at() {
    return recorded.get(Math.min(position, recorded.size() - 1));
  }
}
