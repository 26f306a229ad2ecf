package dev.dray.api.json;

import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Bool;
import dev.dray.api.json.Json.Null;
import dev.dray.api.json.Json.Num;
import dev.dray.api.json.Json.Obj;
import dev.dray.api.json.Json.Str;
import dev.dray.api.meta.FrozenMap;
import java.util.List;

/** Writes a tree on one line. */
final class JsonText {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private JsonText() {}

  static void append(Json json, StringBuilder text) {
    switch (json) {
      case Obj(var fields) -> fields(FrozenMap.copyOf(fields), text); // which it is
      case Arr(var items) -> items(items, text);
      case Str(var value) -> quote(value, text);
      case Num(var literal) -> text.append(literal);
      case Bool(var value) -> text.append(value);
      case Null() -> text.append("null");
    }
  }

  private static void fields(FrozenMap<String, Json> fields, StringBuilder text) {
    text.append('{');
    for (int i = 0; i < fields.size(); i++) {
      if (i > 0) {
        text.append(',');
      }
      quote(fields.keyAt(i), text);
      text.append(':');
      append(fields.valueAt(i), text);
    }
    text.append('}');
  }

  private static void items(List<Json> items, StringBuilder text) {
    text.append('[');
    for (int i = 0; i < items.size(); i++) {
      if (i > 0) {
        text.append(',');
      }
      append(items.get(i), text);
    }
    text.append(']');
  }

  private static void quote(String value, StringBuilder text) {
    text.append('"');
    int plainFrom = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < 0x20 || c == '"' || c == '\\') {
        text.append(value, plainFrom, i);
        escape(c, text);
        plainFrom = i + 1;
      }
    }
    text.append(value, plainFrom, value.length()).append('"');
  }

  private static void escape(char c, StringBuilder text) {
    switch (c) {
      case '"' -> text.append("\\\"");
      case '\\' -> text.append("\\\\");
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      default -> text.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 15]);
    }
  }
}
