package dev.dray.api.codec.shape;

import static java.util.Objects.requireNonNull;

import dev.dray.api.codec.text.Location;
import dev.dray.api.meta.FieldPath;
import java.util.Optional;

/**
 * Something in a source that cannot be read, or that has no meaning.
 *
 * @param hint what to write instead, where that is known
 */
public record DecodingError(
    Severity severity, FieldPath path, Location at, String message, Optional<String> hint) {

  /** The consequence of a problem: only an error refuses the object. */
  public enum Severity {
    ERROR,
    WARNING
  }

  public DecodingError {
    requireNonNull(severity, "severity");
    requireNonNull(path, "path");
    requireNonNull(at, "at");
    requireNonNull(message, "message");
    requireNonNull(hint, "hint");
  }

  @Override
  public String toString() {
    return at + ": " + message + hint.map(words -> " (" + words + ")").orElse("");
  }
}
