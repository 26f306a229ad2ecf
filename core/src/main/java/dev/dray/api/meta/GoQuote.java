package dev.dray.api.meta;

import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A formatter of strings in double quotes with the escapes of Go's {@code %q}, as upstream shows
 * values.
 */
public final class GoQuote {
  private static final HexFormat HEX = HexFormat.of();

  private GoQuote() {}

  public static String quote(String value) {
    var text = new StringBuilder(value.length() + 2).append('"');
    for (int at = 0; at < value.length(); ) {
      int point = value.codePointAt(at);
      append(text, point);
      at += Character.charCount(point);
    }
    return text.append('"').toString();
  }

  /**
   * Formats strings in brackets, as upstream shows a list; it has no empty lists, only absent ones.
   */
  static String list(List<String> values) {
    return values.isEmpty()
        ? "null"
        : values.stream().map(GoQuote::quote).collect(Collectors.joining(",", "[", "]"));
  }

  private static void append(StringBuilder text, int point) {
    switch (point) {
      case '"' -> text.append("\\\"");
      case '\\' -> text.append("\\\\");
      case 0x07 -> text.append("\\a");
      case '\b' -> text.append("\\b");
      case '\f' -> text.append("\\f");
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      case 0x0b -> text.append("\\v");
      default -> {
        if (printable(point)) {
          text.appendCodePoint(point);
        } else if (point < 0x80) {
          text.append("\\x").append(HEX.toHexDigits(point, 2));
        } else if (point < 0x10000) {
          text.append("\\u").append(HEX.toHexDigits(point, 4));
        } else {
          text.append("\\U").append(HEX.toHexDigits(point, 8));
        }
      }
    }
  }

  private static boolean printable(int point) {
    if (point < 0x80) {
      return point >= 0x20 && point < 0x7f;
    }
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
