package dev.dray.cel.function;

import dev.dray.cel.value.Effort;
import dev.dray.cel.value.GoNumbers;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.Meter;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BytesValue;
import dev.dray.cel.value.Value.DoubleValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.StringValue;
import dev.dray.cel.value.Value.UintValue;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The function {@code "...".format([...])}, which replaces each clause of a text by the next value
 * of a list.
 */
final class TextFormat {
  private static final int DEFAULT_PRECISION = 6;

  private final Meter meter;
  private final byte[] format;
  private final ListValue values;
  private final StringBuilder text = new StringBuilder();
  private int at;

  TextFormat(Meter meter, String format, ListValue values) {
    this.meter = meter;
    this.format = format.getBytes(StandardCharsets.UTF_8);
    this.values = values;
  }

  /** The reason why a value cannot be written, thrown out of the values around it. */
  static final class Unwritable extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    Unwritable(String reason) {
      super(reason, null, false, false);
      this.reason = reason;
    }
  }

  Value written() {
    meter.call();
    try {
      write();
      return new StringValue(text.toString());
    } catch (Unwritable unwritable) {
      return new ErrorValue(unwritable.reason);
    }
  }

  private void write() throws Unwritable {
    var next = 0L;
    while (at < format.length) {
      if (format[at] != '%') {
        literal();
      } else if (at + 1 < format.length && format[at + 1] == '%') {
        append("%");
        at += 2;
      } else {
        if (next >= values.size()) {
          throw new Unwritable("index %d out of range".formatted(next));
        }
        at++;
        clause(values.get(next++));
      }
    }
  }

  private void literal() {
    var start = at;
    while (at < format.length && format[at] != '%') {
      at++;
    }
    append(new String(format, start, at - start, StandardCharsets.UTF_8));
  }

  private void append(String part) {
    meter.work(part.length());
    text.append(part);
  }

  private void clause(Value value) throws Unwritable {
    if (at >= format.length) {
      throw new Unwritable("unexpected end of string");
    }
    var precision = precision();
    var letter = (char) (format[at++] & 0xff);
    if ("sdfebxXo".indexOf(letter) < 0) {
      throw new Unwritable(
          "could not parse formatting clause: unrecognized formatting clause \"%c\""
              .formatted(letter));
    }
    try {
      append(formatted(letter, precision, value));
    } catch (Unwritable unwritable) {
      throw new Unwritable("error during formatting: " + unwritable.reason);
    }
  }

  private int precision() throws Unwritable {
    if (format[at] != '.') {
      return DEFAULT_PRECISION;
    }
    var start = ++at;
    while (at < format.length && format[at] >= '0' && format[at] <= '9') {
      at++;
    }
    if (at == format.length) {
      throw unparsed("could not find end of precision specifier");
    }
    var digits = new String(format, start, at - start, StandardCharsets.US_ASCII);
    var precision = GoNumbers.parseLong(digits);
    if (precision.isEmpty()) {
      throw unparsed(
          "error while converting precision to integer: strconv.Atoi: parsing \"%s\": %s"
              .formatted(digits, digits.isEmpty() ? "invalid syntax" : "value out of range"));
    }
    meter.work(precision.get());
    return Math.toIntExact(precision.get());
  }

  private static Unwritable unparsed(String what) {
    return new Unwritable(
        "could not parse formatting clause: error while parsing precision: " + what);
  }

  private String formatted(char letter, int precision, Value value) throws Unwritable {
    return switch (letter) {
      case 's' -> new TextOfValue(meter).of(value);
      case 'd' -> decimal(value);
      case 'f' -> LocalNumbers.fixed(counted(number(value, "fixed-point")), precision);
      case 'e' -> LocalNumbers.scientific(counted(number(value, "scientific")), precision);
      case 'b' -> binary(value);
      case 'x' -> hexadecimal(value);
      case 'X' -> hexadecimal(value).toUpperCase(java.util.Locale.ROOT);
      case 'o' -> octal(value);
      default -> throw new IllegalArgumentException("Unknown clause (%c).".formatted(letter));
    };
  }

  /** Counts the work for a number twice: for its digits, and for formatting them. */
  private double counted(double number) {
    meter.work(2 * Effort.ofDigits(number));
    return number;
  }

  static String decimal(Value value) throws Unwritable {
    return switch (value) {
      case IntValue(var number) -> Long.toString(number);
      case UintValue(var bits) -> Long.toUnsignedString(bits);
      default -> throw wrong("decimal clause can only be used on integers", value);
    };
  }

  static Unwritable wrong(String rule, Value value) {
    return new Unwritable("%s, was given %s".formatted(rule, value.type().name()));
  }

  private static double number(Value value, String clause) throws Unwritable {
    return switch (value) {
      case DoubleValue(var number) -> number;
      case StringValue(var text) when text.equals("NaN") -> Double.NaN;
      case StringValue(var text) when text.equals("Infinity") -> Double.POSITIVE_INFINITY;
      case StringValue(var text) when text.equals("-Infinity") -> Double.NEGATIVE_INFINITY;
      default -> throw wrong(clause + " clause can only be used on doubles", value);
    };
  }

  private static String binary(Value value) throws Unwritable {
    return switch (value) {
      case IntValue(var number) -> Long.toString(number, 2);
      case UintValue(var bits) -> Long.toUnsignedString(bits, 2);
      case Value.BoolValue(var truth) -> truth ? "1" : "0";
      default -> throw wrong("only integers and bools can be formatted as binary", value);
    };
  }

  private String hexadecimal(Value value) throws Unwritable {
    return switch (value) {
      case IntValue(var number) -> Long.toString(number, 16);
      case UintValue(var bits) -> Long.toUnsignedString(bits, 16);
      case StringValue(var string) -> {
        meter.work(2L * string.length());
        yield HexFormat.of().formatHex(string.getBytes(StandardCharsets.UTF_8));
      }
      case BytesValue bytes -> {
        meter.work(2L * bytes.octets().length());
        yield HexFormat.of().formatHex(bytes.bytes());
      }
      default ->
          throw wrong("only integers, byte buffers, and strings can be formatted as hex", value);
    };
  }

  private static String octal(Value value) throws Unwritable {
    return switch (value) {
      case IntValue(var number) -> Long.toString(number, 8);
      case UintValue(var bits) -> Long.toUnsignedString(bits, 8);
      default -> throw wrong("octal clause can only be used on integers", value);
    };
  }
}
