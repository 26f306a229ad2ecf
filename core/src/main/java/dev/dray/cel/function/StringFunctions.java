package dev.dray.cel.function;

import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.Meter;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.StringValue;
import dev.dray.cel.value.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The string functions; positions count code points, not UTF-16 units. */
public final class StringFunctions {
  private StringFunctions() {}

  public static void addTo(Map<String, Overload> table) {
    table.put(
        "string_char_at_int",
        (meter, arguments) -> charAt(meter, text(arguments, 0), number(arguments, 1)));
    table.put(
        "string_index_of_string",
        (meter, arguments) ->
            indexOf(meter, text(arguments, 0), text(arguments, 1), 0, String::indexOf));
    table.put(
        "string_index_of_string_int",
        (meter, arguments) ->
            indexOf(
                meter,
                text(arguments, 0),
                text(arguments, 1),
                number(arguments, 2),
                String::indexOf));
    table.put("string_last_index_of_string", StringFunctions::lastIndexOf);
    table.put(
        "string_last_index_of_string_int",
        (meter, arguments) ->
            indexOf(
                meter,
                text(arguments, 0),
                text(arguments, 1),
                number(arguments, 2),
                String::lastIndexOf));
    table.put("string_lower_ascii", (_, arguments) -> ascii(text(arguments, 0), 'A', 'Z', 32));
    table.put("string_upper_ascii", (_, arguments) -> ascii(text(arguments, 0), 'a', 'z', -32));
    table.put("string_trim", (_, arguments) -> new StringValue(trimmed(text(arguments, 0))));
    table.put("string_replace_string_string", (meter, arguments) -> replace(meter, arguments, -1));
    table.put(
        "string_replace_string_string_int",
        (meter, arguments) -> replace(meter, arguments, number(arguments, 3)));
    table.put("string_split_string", (meter, arguments) -> split(meter, arguments, -1));
    table.put(
        "string_split_string_int",
        (meter, arguments) -> split(meter, arguments, number(arguments, 2)));
    table.put(
        "string_substring_int", (_, arguments) -> from(text(arguments, 0), number(arguments, 1)));
    table.put(
        "string_substring_int_int",
        (_, arguments) -> between(text(arguments, 0), number(arguments, 1), number(arguments, 2)));
    table.put("list_join", (meter, arguments) -> join(meter, (ListValue) arguments[0], ""));
    table.put(
        "list_join_string",
        (meter, arguments) -> join(meter, (ListValue) arguments[0], text(arguments, 1)));
    table.put("strings_quote", (meter, arguments) -> quote(meter, text(arguments, 0)));
    table.put(
        "string_format",
        (meter, arguments) ->
            new TextFormat(meter, text(arguments, 0), (ListValue) arguments[1]).written());
  }

  static String text(Value[] arguments, int index) {
    return ((StringValue) arguments[index]).value();
  }

  static long number(Value[] arguments, int index) {
    return ((IntValue) arguments[index]).value();
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static ErrorValue outOfRange(long index) {
    return new ErrorValue("index out of range: %d".formatted(index));
  }

  private static Value charAt(Meter meter, String text, long index) {
    meter.scan(text.length());
    var length = length(text);
    if (index < 0 || index > length) {
      return outOfRange(index);
    }
    if (index == length) {
      return new StringValue("");
    }
    var at = text.offsetByCodePoints(0, (int) index);
    return new StringValue(Character.toString(text.codePointAt(at)));
  }

  /** A search of the JDK's, forwards or backwards from an index. */
  private interface Search {
    int find(String text, String part, int from);
  }

  private static Value indexOf(Meter meter, String text, String part, long offset, Search search) {
    if (offset < 0) {
      return outOfRange(offset);
    }
    meter.scan(text.length());
    var length = length(text);
    if (part.isEmpty()) {
      return new IntValue(Math.min(offset, length));
    }
    if (offset >= length) {
      return new IntValue(-1);
    }
    meter.search(text, part);
    var found = search.find(text, part, text.offsetByCodePoints(0, (int) offset));
    return new IntValue(found < 0 ? -1 : text.codePointCount(0, found));
  }

  private static Value lastIndexOf(Meter meter, Value[] arguments) {
    var text = text(arguments, 0);
    var part = text(arguments, 1);
    var length = length(text);
    if (part.isEmpty()) {
      return new IntValue(length);
    }
    return length < length(part)
        ? new IntValue(-1)
        : indexOf(meter, text, part, length - 1L, String::lastIndexOf);
  }

  private static Value ascii(String text, char first, char last, int shift) {
    var letters = text.toCharArray();
    for (var at = 0; at < letters.length; at++) {
      if (letters[at] >= first && letters[at] <= last) {
        letters[at] += (char) shift;
      }
    }
    return new StringValue(new String(letters));
  }

  /** Returns the text without Unicode white space at either end. */
  private static String trimmed(String text) {
    var start = 0;
    var end = text.length();
    while (start < end && isSpace(text.charAt(start))) {
      start++;
    }
    while (end > start && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  private static boolean isSpace(char character) {
    return (character >= '\t' && character <= '\r')
        || character == ' '
        || character == 0x85
        || character == 0xa0
        || (character > 0xff && Character.isSpaceChar(character));
  }

  /** Replaces the first {@code limit} occurrences; all if the limit is negative. */
  private static Value replace(Meter meter, Value[] arguments, long limit) {
    var text = text(arguments, 0);
    var from = text(arguments, 1);
    var to = text(arguments, 2);
    if (from.equals(to) || limit == 0) {
      return arguments[0];
    }
    meter.build(1);
    meter.search(text, from);
    var result = new StringBuilder();
    var at = 0;
    for (var count = 0L; limit < 0 || count < limit; count++) {
      var found = from.isEmpty() ? nextGap(text, at, count) : text.indexOf(from, at);
      if (found < 0) {
        break;
      }
      meter.work(found - at + (long) to.length() + 1);
      result.append(text, at, found).append(to);
      at = found + from.length();
    }
    meter.work(text.length() - (long) at);
    return new StringValue(result.append(text, at, text.length()).toString());
  }

  /**
   * Returns the next place at which an empty string is found: before the first character, then
   * after each.
   */
  private static int nextGap(String text, int at, long count) {
    if (count == 0) {
      return 0;
    }
    return at < text.length() ? text.offsetByCodePoints(at, 1) : -1;
  }

  private static Value split(Meter meter, Value[] arguments, long limit) {
    var text = text(arguments, 0);
    var separator = text(arguments, 1);
    if (limit == 0) {
      return ListValue.EMPTY;
    }
    meter.build(1);
    meter.search(text, separator);
    var parts =
        separator.isEmpty() ? characters(meter, text, limit) : parts(meter, text, separator, limit);
    return ListValue.ofStrings(parts);
  }

  private static List<String> characters(Meter meter, String text, long limit) {
    var parts = new ArrayList<String>();
    var at = 0;
    while (at < text.length()) {
      var end = parts.size() + 1 == limit ? text.length() : text.offsetByCodePoints(at, 1);
      meter.build(1);
      parts.add(text.substring(at, end));
      at = end;
    }
    return parts;
  }

  private static List<String> parts(Meter meter, String text, String separator, long limit) {
    var parts = new ArrayList<String>();
    var at = 0;
    var found = text.indexOf(separator);
    while (found >= 0 && (limit < 0 || parts.size() + 1 < limit)) {
      meter.build(1);
      parts.add(text.substring(at, found));
      at = found + separator.length();
      found = text.indexOf(separator, at);
    }
    parts.add(text.substring(at));
    return parts;
  }

  private static Value from(String text, long start) {
    return start < 0 || start > length(text)
        ? outOfRange(start)
        : new StringValue(text.substring(text.offsetByCodePoints(0, (int) start)));
  }

  private static Value between(String text, long start, long end) {
    if (start > end) {
      return new ErrorValue("invalid substring range. start: %d, end: %d".formatted(start, end));
    }
    var length = length(text);
    if (start < 0 || start > length) {
      return outOfRange(start);
    }
    if (end > length) {
      return outOfRange(end);
    }
    var first = text.offsetByCodePoints(0, (int) start);
    return new StringValue(
        text.substring(first, text.offsetByCodePoints(first, (int) (end - start))));
  }

  private static Value join(Meter meter, ListValue list, String separator) {
    var result = new StringBuilder();
    var between = "";
    for (var element : list) {
      if (!(element instanceof StringValue(var text))) {
        return new ErrorValue("join: invalid input: %s".formatted(ValueText.of(element)));
      }
      meter.work(1L + between.length() + text.length());
      result.append(between).append(text);
      between = separator;
    }
    return new StringValue(result.toString());
  }

  private static Value quote(Meter meter, String text) {
    meter.call();
    meter.work(2L * text.length());
    var quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            point -> {
              switch (point) {
                case 7 -> quoted.append("\\a");
                case '\b' -> quoted.append("\\b");
                case '\f' -> quoted.append("\\f");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                case 11 -> quoted.append("\\v");
                case '\\' -> quoted.append("\\\\");
                case '"' -> quoted.append("\\\"");
                default -> quoted.appendCodePoint(point);
              }
            });
    return new StringValue(quoted.append('"').toString());
  }
}
