package dev.dray.api.codec.shape;

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

  @Override
  public String toString() {
    return at + ": " + message + hint.map(words -> " (" + words + ")").orElse("");
  }
}
