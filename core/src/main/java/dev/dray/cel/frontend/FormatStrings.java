package dev.dray.cel.frontend;

import dev.dray.cel.value.GoNumbers;
import dev.dray.cel.value.Type.Kind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The check of {@code "...".format([...])} calls in which both format and list are literals. */
final class FormatStrings {
  private static final Set<Kind> WHOLE = Set.of(Kind.INT, Kind.UINT);
  private static final Set<Kind> REAL = Set.of(Kind.DOUBLE, Kind.STRING);
  private static final Set<Kind> BINARY = Set.of(Kind.INT, Kind.UINT, Kind.BOOL);
  private static final Set<Kind> HEXADECIMAL = Set.of(Kind.INT, Kind.UINT, Kind.STRING, Kind.BYTES);
  private static final Set<Kind> TEXT =
      Set.of(
          Kind.LIST,
          Kind.MAP,
          Kind.INT,
          Kind.UINT,
          Kind.DOUBLE,
          Kind.BOOL,
          Kind.STRING,
          Kind.TIMESTAMP,
          Kind.BYTES,
          Kind.DURATION,
          Kind.TYPE,
          Kind.NULL);

  private final byte[] format;
  private final List<Expr.Element> arguments;
  private int at;

  private FormatStrings(String format, List<Expr.Element> arguments) {
    this.format = format.getBytes(StandardCharsets.UTF_8);
    this.arguments = arguments;
  }

  /** A mistake, with the argument at fault unless it is in the format itself. */
  record Mistake(Optional<Expr> argument, String message) {}

  static Optional<Mistake> mistake(String format, List<Expr.Element> arguments) {
    return new FormatStrings(format, arguments).check();
  }

  private Optional<Mistake> check() {
    var used = 0;
    while (at < format.length) {
      if (format[at] != '%') {
        at++;
      } else if (at + 1 < format.length && format[at + 1] == '%') {
        at += 2;
      } else {
        at++;
        var mistake = clause(used);
        if (mistake.isPresent()) {
          return mistake;
        }
        used++;
      }
    }
    return arguments.size() > used
        ? inFormat(
            "too many arguments supplied to string.format (expected %d, got %d)"
                .formatted(used, arguments.size()))
        : Optional.empty();
  }

  private Optional<Mistake> clause(int index) {
    if (at >= format.length) {
      return inFormat("unexpected end of string");
    }
    if (index >= arguments.size()) {
      return inFormat("index %d out of range".formatted(index));
    }
    var precision = precision();
    if (precision.isPresent()) {
      return inFormat(
          "could not parse formatting clause: error while parsing precision: " + precision.get());
    }
    var argument = arguments.get(index).value();
    var letter = (char) (format[at++] & 0xff);
    return switch (letter) {
      case 's' -> text(argument);
      case 'd' -> only(argument, WHOLE, "decimal clause can only be used on integers");
      case 'f' -> only(argument, REAL, "fixed-point clause can only be used on doubles");
      case 'e' -> only(argument, REAL, "scientific clause can only be used on doubles");
      case 'b' -> only(argument, BINARY, "only integers and bools can be formatted as binary");
      case 'x', 'X' ->
          only(
              argument,
              HEXADECIMAL,
              "only integers, byte buffers, and strings can be formatted as hex");
      case 'o' -> only(argument, WHOLE, "octal clause can only be used on integers");
      default ->
          inFormat(
              "could not parse formatting clause: unrecognized formatting clause \"%c\""
                  .formatted(letter));
    };
  }

  /** Skips the precision and returns the mistake in it, if any. */
  private Optional<String> precision() {
    if (format[at] != '.') {
      return Optional.empty();
    }
    var start = ++at;
    while (at < format.length && format[at] >= '0' && format[at] <= '9') {
      at++;
    }
    if (at == format.length) {
      return Optional.of("could not find end of precision specifier");
    }
    var digits = new String(format, start, at - start, StandardCharsets.US_ASCII);
    if (digits.isEmpty()) {
      return Optional.of(unreadable(digits, "invalid syntax"));
    }
    return GoNumbers.parseLong(digits).isEmpty()
        ? Optional.of(unreadable(digits, "value out of range"))
        : Optional.empty();
  }

  private static String unreadable(String digits, String why) {
    return "error while converting precision to integer: strconv.Atoi: parsing \"%s\": %s"
        .formatted(digits, why);
  }

  private static Optional<Mistake> only(Expr argument, Set<Kind> kinds, String rule) {
    return fits(argument, kinds)
        ? Optional.empty()
        : Optional.of(
            new Mistake(
                Optional.of(argument),
                "error during formatting: %s, was given %s"
                    .formatted(rule, argument.type().name())));
  }

  private static boolean fits(Expr argument, Set<Kind> kinds) {
    return argument.type().kind() == Kind.DYN || kinds.contains(argument.type().kind());
  }

  private static Optional<Mistake> text(Expr argument) {
    return notText(argument)
        .flatMap(
            wrong ->
                only(
                    wrong,
                    Set.of(),
                    "string clause can only be used on strings, bools, bytes, ints, doubles, maps,"
                        + " lists, types, durations, and timestamps"));
  }

  /** Returns the first value inside the argument that cannot be written as a string. */
  private static Optional<Expr> notText(Expr argument) {
    if (!fits(argument, TEXT)) {
      return Optional.of(argument);
    }
    return switch (argument) {
      case Expr.ListLiteral(_, _, var elements) ->
          elements.stream().flatMap(element -> notText(element.value()).stream()).findFirst();
      case Expr.MapLiteral(_, _, var entries) ->
          entries.stream()
              .flatMap(entry -> notText(entry.key()).or(() -> notText(entry.value())).stream())
              .findFirst();
      case Expr.Literal _,
          Expr.Ident _,
          Expr.Select _,
          Expr.Has _,
          Expr.Call _,
          Expr.StructLiteral _,
          Expr.Fold _ ->
          Optional.empty();
    };
  }

  private static Optional<Mistake> inFormat(String message) {
    return Optional.of(new Mistake(Optional.empty(), message));
  }
}
