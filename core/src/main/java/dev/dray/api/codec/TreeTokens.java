package dev.dray.api.codec;

import dev.dray.api.json.Json;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;

/** A tree read as if it were a source; it has no lines, so that all is on the first. */
final class TreeTokens implements Tokens {
  private static final Location NOWHERE = new Location(1, 1);

  /** An object or list that is being read: what is still to come of it. */
  private record Open(Iterator<Map.Entry<String, Json>> fields, Iterator<Json> items, Token end) {}

  private final Deque<Open> open = new ArrayDeque<>();
  private final Json root;
  private boolean begun;
  private Token current = Token.END;
  private String text = "";
  private Json valueOfName = Json.Null.NULL;

  TreeTokens(Json root) {
    this.root = root;
  }

  @Override
  public boolean nextDocument() {
    if (begun) {
      return false;
    }
    begun = true;
    enter(root);
    return true;
  }

  @Override
  public Token next() {
    if (current == Token.NAME) {
      enter(valueOfName);
      return current;
    }
    var at = open.peek();
    if (at == null) {
      current = Token.END;
    } else if (at.fields().hasNext()) {
      var field = at.fields().next();
      current = Token.NAME;
      text = field.getKey();
      valueOfName = field.getValue();
    } else if (at.items().hasNext()) {
      enter(at.items().next());
    } else {
      current = at.end();
      open.pop();
    }
    return current;
  }

  private void enter(Json value) {
    switch (value) {
      case Json.Obj(var fields) -> {
        current = Token.OBJECT;
        open.push(
            new Open(fields.entrySet().iterator(), Collections.emptyIterator(), Token.END_OBJECT));
      }
      case Json.Arr(var items) -> {
        current = Token.ARRAY;
        open.push(new Open(Collections.emptyIterator(), items.iterator(), Token.END_ARRAY));
      }
      case Json.Str(var string) -> scalar(Token.STRING, string);
      case Json.Num(var literal) -> scalar(Token.NUMBER, literal);
      case Json.Bool(var truth) -> scalar(truth ? Token.TRUE : Token.FALSE, "");
      case Json.Null() -> scalar(Token.NULL, "");
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
