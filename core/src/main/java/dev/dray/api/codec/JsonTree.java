package dev.dray.api.codec;

import dev.dray.api.meta.FrozenMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** A JSON value of any shape; numbers keep the text they were written with. */
sealed interface JsonTree {

  record Obj(Map<String, JsonTree> fields) implements JsonTree {
    public Obj {
      fields = FrozenMap.copyOf(fields);
    }
  }

  record Arr(List<JsonTree> items) implements JsonTree {
    public Arr {
      items = List.copyOf(items);
    }
  }

  record Str(String value) implements JsonTree {}

  record Num(String literal) implements JsonTree {}

  record Bool(boolean value) implements JsonTree {}

  record Null() implements JsonTree {}

  /** Reads the value at the current token; the sources bound how deep it nests. */
  static JsonTree read(Tokens in) {
    return switch (in.current()) {
      case OBJECT -> readObject(in);
      case ARRAY -> readArray(in);
      case STRING -> new Str(in.text());
      case NUMBER -> new Num(in.text());
      case TRUE -> new Bool(true);
      case FALSE -> new Bool(false);
      case NULL -> new Null();
      case END_OBJECT, END_ARRAY, NAME, END ->
          throw new IllegalStateException("No value begins with (%s).".formatted(in.current()));
    };
  }

  private static JsonTree readObject(Tokens in) {
    in.next();
    return readFields(in);
  }

  /** Reads from the first name (or the end) of an object that was begun already. */
  static Obj readFields(Tokens in) {
    var fields = new FrozenMap.Builder<String, JsonTree>();
    var written = new HashSet<String>();
    for (; in.current() == Token.NAME; in.next()) {
      var name = in.text();
      boolean yields = in.merged() && !written.add(name);
      if (!in.merged()) {
        written.add(name);
      }
      in.next();
      var value = read(in);
      if (!yields) {
        fields.put(name, value);
      }
    }
    return new Obj(fields.build());
  }

  private static JsonTree readArray(Tokens in) {
    var items = new ArrayList<JsonTree>();
    while (in.next() != Token.END_ARRAY) {
      items.add(read(in));
    }
    return new Arr(items);
  }

  default void write(Output out) {
    switch (this) {
      case Obj(var fields) -> {
        out.beginObject();
        fields.forEach(
            (name, value) -> {
              out.name(name);
              value.write(out);
            });
        out.endObject();
      }
      case Arr(var items) -> {
        out.beginArray();
        items.forEach(item -> item.write(out));
        out.endArray();
      }
      case Str(var value) -> out.string(value);
      case Num(var literal) -> out.number(literal);
      case Bool(var value) -> out.bool(value);
      case Null() -> out.nothing();
    }
  }
}
