package dev.dray.api.codec.shape;

import dev.dray.api.codec.text.JsonOutput;
import dev.dray.api.codec.text.JsonTokens;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.codec.text.Output;
import dev.dray.api.codec.text.SyntaxException;
import dev.dray.api.codec.text.Token;
import dev.dray.api.codec.text.Trees;
import dev.dray.api.meta.Parsed;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.RawJson;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The shape of a value without fields of its own.
 *
 * @param type the name of the type, as schemas have it
 */
public record ScalarShape<T>(
    String type,
    T absent,
    Function<Decoder, T> reader,
    BiConsumer<Output, T> writer,
    Predicate<T> empty)
    implements WireShape<T> {

  public static final ScalarShape<String> STRING =
      new ScalarShape<>("string", "", ScalarShape::text, Output::string, String::isEmpty);

  public static final ScalarShape<Long> LONG =
      new ScalarShape<>(
          "long",
          0L,
          in -> whole(in, Long.MIN_VALUE, Long.MAX_VALUE),
          (out, value) -> out.number(Long.toString(value)),
          value -> value == 0);

  public static final ScalarShape<Integer> INT =
      new ScalarShape<>(
          "integer",
          0,
          in -> (int) whole(in, Integer.MIN_VALUE, Integer.MAX_VALUE),
          (out, value) -> out.number(Integer.toString(value)),
          value -> value == 0);

  public static final ScalarShape<Boolean> BOOL =
      new ScalarShape<>("boolean", false, ScalarShape::bool, Output::bool, value -> !value);

  /** A quantity, written as a string or as a plain number. */
  public static final ScalarShape<Quantity> QUANTITY =
      new ScalarShape<>(
          "quantity",
          Quantity.MISSING,
          ScalarShape::quantity,
          (out, value) -> out.string(value.toString()),
          Quantity::isMissing);

  /** A time by RFC 3339, to the second. */
  public static final ScalarShape<Instant> TIME =
      new ScalarShape<>(
          "time",
          Instant.EPOCH,
          ScalarShape::time,
          (out, value) -> out.string(value.truncatedTo(ChronoUnit.SECONDS).toString()),
          _ -> false);

  /** Any JSON, stored as its text. */
  public static final ScalarShape<RawJson> RAW =
      new ScalarShape<>(
          "anything", RawJson.ABSENT, ScalarShape::raw, ScalarShape::writeRaw, RawJson::isAbsent);

  private static final String SERVERS_FORM = "0000-00-00T00:00:00Z";

  @Override
  public T read(Decoder in) {
    return reader.apply(in);
  }

  @Override
  public void write(T value, Output out) {
    writer.accept(out, value);
  }

  @Override
  public boolean isEmpty(T value) {
    return empty.test(value);
  }

  private static String text(Decoder in) {
    if (in.token() == Token.STRING) {
      return in.text();
    }
    in.mistyped("string");
    return "";
  }

  private static long whole(Decoder in, long least, long most) {
    if (in.token() != Token.NUMBER) {
      in.mistyped("integer");
      return 0;
    }
    try {
      long value = Long.parseLong(in.text());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException _) {
      // A fraction, an exponent, or too large for any integer: reported below like one too large
      // for this integer.
    }
    in.mistyped("integer from %d to %d".formatted(least, most));
    return 0;
  }

  private static boolean bool(Decoder in) {
    if (in.token() != Token.TRUE && in.token() != Token.FALSE) {
      in.mistyped("bool");
      return false;
    }
    return in.token() == Token.TRUE;
  }

  private static Quantity quantity(Decoder in) {
    if (in.token() != Token.STRING && in.token() != Token.NUMBER) {
      in.mistyped("quantity");
      return Quantity.MISSING;
    }
    var text = in.text().strip();
    return switch (Quantity.tryParse(text)) {
      case Parsed.Value<Quantity>(var quantity) -> quantity;
      case Parsed.Mistake<Quantity>(var message) -> {
        in.malformed(message, Quantity.suggestion(text));
        yield Quantity.MISSING;
      }
    };
  }

  private static Instant time(Decoder in) {
    if (in.token() != Token.STRING) {
      in.mistyped("time");
      return Instant.EPOCH;
    }
    try {
      return parsed(in.text());
    } catch (DateTimeException _) {
      in.malformed(
          "\"%s\" is not a time".formatted(Decoder.shortened(in.text())),
          Optional.of("write it like \"2026-11-15T09:30:00Z\""));
      return Instant.EPOCH;
    }
  }

  private static Instant parsed(String text) {
    // Servers write this form, and java.time takes a microsecond to parse it.
    if (text.length() == SERVERS_FORM.length() && hasServersForm(text)) {
      return LocalDateTime.of(
              number(text, 0, 4),
              number(text, 5, 7),
              number(text, 8, 10),
              number(text, 11, 13),
              number(text, 14, 16),
              number(text, 17, 19))
          .toInstant(ZoneOffset.UTC);
    }
    return OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME)
        .toInstant()
        .truncatedTo(ChronoUnit.SECONDS);
  }

  private static boolean hasServersForm(String text) {
    for (int i = 0; i < SERVERS_FORM.length(); i++) {
      char form = SERVERS_FORM.charAt(i);
      char c = text.charAt(i);
      if (form == '0' ? c < '0' || c > '9' : c != form) {
        return false;
      }
    }
    return true;
  }

  private static int number(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }

  private static RawJson raw(Decoder in) {
    var out = new JsonOutput(JsonOutput.Layout.COMPACT);
    Trees.write(in.tree(), out);
    return new RawJson(out.toString());
  }

  private static void writeRaw(Output out, RawJson value) {
    if (value.isAbsent()) {
      out.nothing();
      return;
    }
    try {
      var factory = JsonTokens.factory(Limits.DEFAULT);
      var tokens = new JsonTokens(value.text().getBytes(StandardCharsets.UTF_8), factory);
      tokens.nextDocument();
      Trees.write(Trees.read(tokens), out);
    } catch (SyntaxException _) {
      // Only a program can have created such text; as a string it is at least not lost.
      out.string(value.text());
    }
  }
}
