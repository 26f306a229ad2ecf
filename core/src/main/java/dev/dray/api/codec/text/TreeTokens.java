package dev.dray.api.codec.text;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FrozenMap;
import java.util.Arrays;
import java.util.List;

/**
 * The tokens of a tree; it has no lines, so all are located on the first.
 *
 * <p>Every write of an API server reads trees several times, so the path to the current place is a
 * few arrays and not a chain of iterators.
 */
public final class TreeTokens implements Tokens {
  private static final Location NOWHERE = new Location(1, 1);
  private static final int USUAL_DEPTH = 16;

  /** The open objects ({@link FrozenMap}) and lists ({@link List}). */
  private Object[] open = new Object[USUAL_DEPTH];

  /** The number of fields or items of each that were begun. */
  private int[] begun = new int[USUAL_DEPTH];

  private int depth;
  private final Json root;
  private boolean started;
  private Token current = Token.END;
  private String text = "";
  private Json valueOfName = Json.Null.NULL;

  public TreeTokens(Json root) {
    this.root = root;
  }

  @Override
  public boolean nextDocument() {
    if (started) {
      return false;
    }
    started = true;
    enter(root);
    return true;
  }

  @Override
  public Token next() {
    if (current == Token.NAME) {
      enter(valueOfName);
    } else if (depth == 0) {
      current = Token.END;
    } else if (open[depth - 1] instanceof FrozenMap<?, ?> fields) {
      nextField(fields);
    } else {
      nextItem((List<?>) open[depth - 1]);
    }
    return current;
  }

  private void nextField(FrozenMap<?, ?> fields) {
    int position = begun[depth - 1]++;
    if (position == fields.size()) {
      depth--;
      current = Token.END_OBJECT;
      return;
    }
    current = Token.NAME;
    text = (String) fields.keyAt(position);
    valueOfName = (Json) fields.valueAt(position);
  }

  private void nextItem(List<?> items) {
    int position = begun[depth - 1]++;
    if (position == items.size()) {
      depth--;
      current = Token.END_ARRAY;
      return;
    }
    enter((Json) items.get(position));
  }

  private void enter(Json value) {
    switch (value) {
      case Json.Obj(var fields) -> {
        current = Token.OBJECT;
        push(FrozenMap.copyOf(fields)); // no copy: it is one already
      }
      case Json.Arr(var items) -> {
        current = Token.ARRAY;
        push(items);
      }
      case Json.Str(var string) -> scalar(Token.STRING, string);
      case Json.Num(var literal) -> scalar(Token.NUMBER, literal);
      case Json.Bool(var truth) -> scalar(truth ? Token.TRUE : Token.FALSE, "");
      case Json.Null() -> scalar(Token.NULL, "");
    }
  }

  private void push(Object part) {
    if (depth == open.length) {
      open = Arrays.copyOf(open, depth * 2);
      begun = Arrays.copyOf(begun, depth * 2);
    }
    open[depth] = part;
    begun[depth++] = 0;
  }

  /** Jumps to the end, since skipped values need not be read. */
  @Override
  public void skip() {
    if (current == Token.OBJECT || current == Token.ARRAY) {
      current = current == Token.OBJECT ? Token.END_OBJECT : Token.END_ARRAY;
      depth--;
    }
  }

  private void scalar(Token token, String text) {
    current = token;
    this.text = text;
  }

  @Override
  public Token current() {
    return current;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public Location location() {
    return NOWHERE;
  }
}
