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

/** The shape of a value without fields of its own. */
public sealed interface ScalarShape<T> extends WireShape<T> {

  ScalarShape<String> STRING = new Text();
  ScalarShape<Long> LONG = new Int64();
  ScalarShape<Integer> INT = new Int32();
  ScalarShape<Boolean> BOOL = new Bool();
  ScalarShape<Quantity> QUANTITY = new Amount();
  ScalarShape<Instant> TIME = new Time();
  ScalarShape<RawJson> RAW = new Raw();

  record Text() implements ScalarShape<String> {
    @Override
    public String absent() {
      return "";
    }

    @Override
    public String read(Decoder in) {
      if (in.token() == Token.STRING) {
        return in.text();
      }
      in.mistyped("string");
      return "";
    }

    @Override
    public void write(String value, Output out) {
      out.string(value);
    }

    @Override
    public boolean isEmpty(String value) {
      return value.isEmpty();
    }
  }

  record Int64() implements ScalarShape<Long> {
    @Override
    public Long absent() {
      return 0L;
    }

    @Override
    public Long read(Decoder in) {
      return readWhole(in, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Override
    public void write(Long value, Output out) {
      out.number(Long.toString(value));
    }

    @Override
    public boolean isEmpty(Long value) {
      return value == 0;
    }
  }

  record Int32() implements ScalarShape<Integer> {
    @Override
    public Integer absent() {
      return 0;
    }

    @Override
    public Integer read(Decoder in) {
      return (int) readWhole(in, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public void write(Integer value, Output out) {
      out.number(Integer.toString(value));
    }

    @Override
    public boolean isEmpty(Integer value) {
      return value == 0;
    }
  }

  private static long readWhole(Decoder in, long least, long most) {
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

  record Bool() implements ScalarShape<Boolean> {
    @Override
    public Boolean absent() {
      return false;
    }

    @Override
    public Boolean read(Decoder in) {
      if (in.token() != Token.TRUE && in.token() != Token.FALSE) {
        in.mistyped("bool");
        return false;
      }
      return in.token() == Token.TRUE;
    }

    @Override
    public void write(Boolean value, Output out) {
      out.bool(value);
    }

    @Override
    public boolean isEmpty(Boolean value) {
      return !value;
    }
  }

  /** A quantity, written as a string or as a plain number. */
  record Amount() implements ScalarShape<Quantity> {
    @Override
    public Quantity absent() {
      return Quantity.MISSING;
    }

    @Override
    public Quantity read(Decoder in) {
      if (in.token() != Token.STRING && in.token() != Token.NUMBER) {
        in.mistyped("quantity");
        return absent();
      }
      var text = in.text().strip();
      return switch (Quantity.tryParse(text)) {
        case Parsed.Value<Quantity>(var quantity) -> quantity;
        case Parsed.Mistake<Quantity>(var message) -> {
          in.malformed(message, Quantity.suggestion(text));
          yield absent();
        }
      };
    }

    @Override
    public void write(Quantity value, Output out) {
      out.string(value.toString());
    }

    @Override
    public boolean isEmpty(Quantity value) {
      return value.isMissing();
    }
  }

  /** A time by RFC 3339, to the second. */
  record Time() implements ScalarShape<Instant> {
    private static final String SERVERS_FORM = "0000-00-00T00:00:00Z";

    @Override
    public Instant absent() {
      return Instant.EPOCH;
    }

    @Override
    public Instant read(Decoder in) {
      if (in.token() != Token.STRING) {
        in.mistyped("time");
        return absent();
      }
      try {
        return parsed(in.text());
      } catch (DateTimeException _) {
        in.malformed(
            "\"%s\" is not a time".formatted(Decoder.shortened(in.text())),
            Optional.of("write it like \"2026-11-15T09:30:00Z\""));
        return absent();
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

    @Override
    public void write(Instant value, Output out) {
      out.string(value.truncatedTo(ChronoUnit.SECONDS).toString());
    }

    @Override
    public boolean isEmpty(Instant value) {
      return false;
    }
  }

  /** Any JSON, stored as its text. */
  record Raw() implements ScalarShape<RawJson> {
    @Override
    public RawJson absent() {
      return RawJson.ABSENT;
    }

    @Override
    public RawJson read(Decoder in) {
      var out = new JsonOutput(JsonOutput.Layout.COMPACT);
      Trees.write(in.tree(), out);
      return new RawJson(out.toString());
    }

    @Override
    public void write(RawJson value, Output out) {
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

    @Override
    public boolean isEmpty(RawJson value) {
      return value.isAbsent();
    }
  }
}
