package dev.dray.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON that can be built, changed and written; what it says may be nonsense. */
public sealed interface JsonValue {

  record Obj(Map<String, JsonValue> fields) implements JsonValue {
    public Obj {
      fields = new LinkedHashMap<>(fields);
    }
  }

  record Arr(List<JsonValue> items) implements JsonValue {
    public Arr {
      items = new ArrayList<>(items);
    }
  }

  /** A string, a number, true, false or null as it is written, quotes included. */
  record Literal(String written) implements JsonValue {}

  static Obj object(Object... namesAndValues) {
    var fields = new LinkedHashMap<String, JsonValue>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put((String) namesAndValues[i], of(namesAndValues[i + 1]));
    }
    return new Obj(fields);
  }

  static Arr array(Object... items) {
    var values = new ArrayList<JsonValue>();
    for (var item : items) {
      values.add(of(item));
    }
    return new Arr(values);
  }

  private static JsonValue of(Object value) {
    return switch (value) {
      case JsonValue json -> json;
      case String string -> new Literal('"' + string.replace("\"", "\\\"") + '"');
      default -> new Literal(value.toString());
    };
  }

  /** The same, with nothing in common. */
  default JsonValue copy() {
    return switch (this) {
      case Obj(var fields) -> {
        var copies = new LinkedHashMap<String, JsonValue>();
        fields.forEach((name, value) -> copies.put(name, value.copy()));
        yield new Obj(copies);
      }
      case Arr(var items) -> new Arr(items.stream().map(JsonValue::copy).toList());
      case Literal literal -> literal;
    };
  }

  default String text() {
    var text = new StringBuilder();
    write(this, text);
    return text.toString();
  }

  private static void write(JsonValue value, StringBuilder text) {
    switch (value) {
      case Literal literal -> text.append(literal.written());
      case Arr(var items) -> {
        var separator = "[";
        for (var item : items) {
          text.append(separator);
          write(item, text);
          separator = ",";
        }
        text.append(items.isEmpty() ? "[]" : "]");
      }
      case Obj(var fields) -> {
        var separator = "{";
        for (var field : fields.entrySet()) {
          text.append(separator).append('"').append(field.getKey()).append("\":");
          write(field.getValue(), text);
          separator = ",";
        }
        text.append(fields.isEmpty() ? "{}" : "}");
      }
    }
  }
}
