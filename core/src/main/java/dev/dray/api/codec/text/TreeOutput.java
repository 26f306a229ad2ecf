package dev.dray.api.codec.text;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FrozenMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** An output that builds a tree. */
public final class TreeOutput implements Output {

  /** An object or list that is being written, with the name that it will have. */
  private sealed interface Open {
    record Fields(FrozenMap.Builder<String, Json> fields, String name) implements Open {}

    record Items(List<Json> items, String name) implements Open {}

    String name();

    default Json ended() {
      return switch (this) {
        case Fields(var fields, _) -> new Json.Obj(fields.build());
        case Items(var items, _) -> new Json.Arr(items);
      };
    }
  }

  private final Deque<Open> open = new ArrayDeque<>();
  private String name = "";
  private Json root = Json.Null.NULL;

  /** Returns the tree, once everything that was begun is ended. */
  public Json tree() {
    return root;
  }

  @Override
  public void beginObject() {
    open.push(new Open.Fields(new FrozenMap.Builder<>(), name));
  }

  @Override
  public void endObject() {
    end();
  }

  @Override
  public void beginArray() {
    open.push(new Open.Items(new ArrayList<>(), name));
  }

  @Override
  public void endArray() {
    end();
  }

  private void end() {
    var ended = open.pop();
    name = ended.name();
    put(ended.ended());
  }

  private void put(Json value) {
    switch (open.peek()) {
      case null -> root = value;
      case Open.Fields(var fields, _) -> fields.put(name, value);
      case Open.Items(var items, _) -> items.add(value);
    }
  }

  @Override
  public void name(String name) {
    this.name = name;
  }

  @Override
  public void string(String value) {
    put(new Json.Str(value));
  }

  @Override
  public void number(String literal) {
    put(new Json.Num(literal));
  }

  @Override
  public void bool(boolean value) {
    put(new Json.Bool(value));
  }

  @Override
  public void nothing() {
    put(Json.Null.NULL);
  }
}
