package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

/** The result of parsing a text that somebody typed: the value, or what is wrong with the text. */
public sealed interface Parsed<T> {

  record Value<T>(T value) implements Parsed<T> {
    public Value {
      requireNonNull(value, "value");
    }
  }

  /** A text that is not valid; {@code message} is in upstream's words where upstream has some. */
  record Mistake<T>(String message) implements Parsed<T> {
    public Mistake {
      requireNonNull(message, "message");
    }
  }

  /** Returns the value; a text that the program itself wrote must have one. */
  default T orThrow(String text) {
    return switch (this) {
      case Value<T>(var value) -> value;
      case Mistake<T>(var message) ->
          throw new IllegalArgumentException("cannot parse '%s': %s".formatted(text, message));
    };
  }

  default boolean isValue() {
    return this instanceof Value;
  }
}
