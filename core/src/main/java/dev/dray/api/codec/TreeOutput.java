package dev.dray.api.codec;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FrozenMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Makes a tree of what is written. */
final class TreeOutput implements Output {

  /** An object or list that is being written; of the two only one is used. */
  private record Open(
      FrozenMap.Builder<String, Json> fields, List<Json> items, boolean isObject, String name) {}

  private final Deque<Open> open = new ArrayDeque<>();
  private String name = "";
  private Json root = Json.Null.NULL;

  /** What was written, once all that was begun is ended. */
  Json tree() {
    return root;
  }

  @Override
  public void beginObject() {
    open.push(new Open(new FrozenMap.Builder<>(), List.of(), true, name));
  }

  @Override
  public void endObject() {
    var ended = open.pop();
    name = ended.name();
    put(new Json.Obj(ended.fields().build()));
  }

  @Override
  public void beginArray() {
    open.push(new Open(new FrozenMap.Builder<>(), new ArrayList<>(), false, name));
  }

  @Override
  public void endArray() {
    var ended = open.pop();
    name = ended.name();
    put(new Json.Arr(ended.items()));
  }

  private void put(Json value) {
    var at = open.peek();
    if (at == null) {
      root = value;
    } else if (at.isObject()) {
      at.fields().put(name, value);
    } else {
      at.items().add(value);
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
