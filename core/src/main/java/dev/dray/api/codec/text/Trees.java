package dev.dray.api.codec.text;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Bool;
import dev.dray.api.json.Json.Null;
import dev.dray.api.json.Json.Num;
import dev.dray.api.json.Json.Obj;
import dev.dray.api.json.Json.Str;
import dev.dray.api.meta.FrozenMap;
import java.util.ArrayList;

/** Trees read from tokens, and written to an output. */
public final class Trees {
  private Trees() {}

  /** Reads the value at the current token; the sources limit how deep it nests. */
  public static Json read(Tokens in) {
    return switch (in.current()) {
      case OBJECT -> readObject(in);
      case ARRAY -> readArray(in);
      case STRING -> new Str(in.text());
      case NUMBER -> new Num(in.text());
      case TRUE -> new Bool(true);
      case FALSE -> new Bool(false);
      case NULL -> Json.Null.NULL;
      case END_OBJECT, END_ARRAY, NAME, END ->
          throw new IllegalStateException(
              "A value cannot begin with (%s).".formatted(in.current()));
    };
  }

  private static Json readObject(Tokens in) {
    in.next();
    return readFields(in);
  }

  /** Reads an object that was begun already, from its first name (or its end). */
  public static Obj readFields(Tokens in) {
    var fields = new FrozenMap.Builder<String, Json>();
    for (; in.current() == Token.NAME; in.next()) {
      var name = in.text();
      boolean yields = in.merged() && fields.contains(name);
      in.next();
      var value = read(in);
      if (!yields) {
        fields.put(name, value);
      }
    }
    return new Obj(fields.build());
  }

  private static Json readArray(Tokens in) {
    var items = new ArrayList<Json>();
    while (in.next() != Token.END_ARRAY) {
      items.add(read(in));
    }
    return new Arr(items);
  }

  public static void write(Json tree, Output out) {
    switch (tree) {
      case Obj(var fields) -> {
        out.beginObject();
        fields.forEach(
            (name, value) -> {
              out.name(name);
              write(value, out);
            });
        out.endObject();
      }
      case Arr(var items) -> {
        out.beginArray();
        items.forEach(item -> write(item, out));
        out.endArray();
      }
      case Str(var value) -> out.string(value);
      case Num(var literal) -> out.number(literal);
      case Bool(var value) -> out.bool(value);
      case Null() -> out.nothing();
    }
  }
}
