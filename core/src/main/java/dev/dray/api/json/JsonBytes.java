package dev.dray.api.json;

import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Bool;
import dev.dray.api.json.Json.Null;
import dev.dray.api.json.Json.Num;
import dev.dray.api.json.Json.Obj;
import dev.dray.api.json.Json.Str;
import dev.dray.api.meta.FrozenMap;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * A writer of a JSON tree on one line, in UTF-8.
 *
 * <p>It writes bytes directly, because that is what stores and clients take: a text in between
 * would be written, copied and encoded, for each object that changes.
 */
final class JsonBytes {
  private static final byte[] HEX = ascii("0123456789abcdef");
  private static final byte[] TRUE = ascii("true");
  private static final byte[] FALSE = ascii("false");
  private static final byte[] NULL = ascii("null");

  private byte[] bytes = new byte[1024];
  private int size;

  private JsonBytes() {}

  static byte[] of(Json json) {
    var writer = new JsonBytes();
    writer.value(json);
    return Arrays.copyOf(writer.bytes, writer.size);
  }

  static String text(Json json) {
    var writer = new JsonBytes();
    writer.value(json);
    return new String(writer.bytes, 0, writer.size, StandardCharsets.UTF_8);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private void value(Json json) {
    switch (json) {
      case Obj(var fields) -> fields(FrozenMap.copyOf(fields)); // frozen already, so not copied
      case Arr(var items) -> items(items);
      case Str(var text) -> quoted(text);
      case Num(var literal) -> escaped(literal);
      case Bool(var truth) -> raw(truth ? TRUE : FALSE);
      case Null() -> raw(NULL);
    }
  }

  private void fields(FrozenMap<String, Json> fields) {
    raw('{');
    for (int i = 0; i < fields.size(); i++) {
      if (i > 0) {
        raw(',');
      }
      quoted(fields.keyAt(i));
      raw(':');
      value(fields.valueAt(i));
    }
    raw('}');
  }

  private void items(List<Json> items) {
    raw('[');
    for (int i = 0; i < items.size(); i++) {
      if (i > 0) {
        raw(',');
      }
      value(items.get(i));
    }
    raw(']');
  }

  private void raw(char ascii) {
    room(1);
    bytes[size++] = (byte) ascii;
  }

  private void raw(byte[] ascii) {
    room(ascii.length);
    System.arraycopy(ascii, 0, bytes, size, ascii.length);
    size += ascii.length;
  }

  private void quoted(String text) {
    raw('"');
    escaped(text);
    raw('"');
  }

  /**
   * Writes a string with escapes. Almost all strings are plain, with one byte for each character.
   */
  private void escaped(String text) {
    int length = text.length();
    room(length);
    var into = bytes;
    int at = size;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x20 || c >= 0x80 || c == '"' || c == '\\') {
        size = at;
        unusual(text, i);
        return;
      }
      into[at++] = (byte) c;
    }
    size = at;
  }

  private void unusual(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        int end = endOfForeign(text, i);
        // Encodes several characters at once: the halves of a surrogate pair must not be separated.
        raw(text.substring(i, end).getBytes(StandardCharsets.UTF_8));
        i = end - 1;
      } else {
        escape(c);
      }
    }
  }

  private static int endOfForeign(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= 0x80) {
      end++;
    }
    return end;
  }

  private void escape(char c) {
    switch (c) {
      case '"', '\\' -> pair(c);
      case '\n' -> pair('n');
      case '\r' -> pair('r');
      case '\t' -> pair('t');
      default -> {
        if (c >= 0x20) {
          raw(c);
        } else {
          pair('u');
          raw('0');
          raw('0');
          raw((char) HEX[c >> 4]);
          raw((char) HEX[c & 15]);
        }
      }
    }
  }

  private void pair(char second) {
    raw('\\');
    raw(second);
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
