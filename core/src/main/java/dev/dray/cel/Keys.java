package dev.dray.cel;

import dev.dray.cel.Value.BytesValue;
import dev.dray.cel.Value.DoubleValue;
import dev.dray.cel.Value.FormatValue;
import dev.dray.cel.Value.IntValue;
import dev.dray.cel.Value.SemverValue;
import dev.dray.cel.Value.UintValue;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Values as keys of maps and members of sets. */
final class Keys {
  private Keys() {}

  /** The key to look for; some values make upstream panic, which ends the whole evaluation. */
  static Value hashable(Value key) {
    return switch (key) {
      case SemverValue _, BytesValue _, FormatValue _ ->
          throw Aborted.internal("runtime error: hash of unhashable type " + GoTypes.nameOf(key));
      case DoubleValue(var number) when number == 0 -> new DoubleValue(0);
      default -> key;
    };
  }

  /** The value under a key that is another kind of the same number. */
  static @Nullable Value sameNumber(Map<Value, Value> entries, Value key) {
    return switch (key) {
      case DoubleValue(var number) -> {
        var whole = wholeNumber(number).map(entries::get).orElse(null);
        yield whole == null ? unsignedNumber(number).map(entries::get).orElse(null) : whole;
      }
      case IntValue(var number) -> number < 0 ? null : entries.get(new UintValue(number));
      case UintValue(var bits) -> bits < 0 ? null : entries.get(new IntValue(bits));
      default -> null;
    };
  }

  static Optional<IntValue> wholeNumber(double number) {
    return number > Long.MIN_VALUE && number < 0x1p63 && (long) number == number
        ? Optional.of(new IntValue((long) number))
        : Optional.empty();
  }

  static Optional<UintValue> unsignedNumber(double number) {
    return number >= 0 && number < 0x1p64 && Math.rint(number) == number
        ? Optional.of(new UintValue(Bounds.fromDouble(number)))
        : Optional.empty();
  }
}
