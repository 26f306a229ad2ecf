package dev.dray.api.codec;

/** The source is not well-formed JSON or YAML from this place on; nothing after it can be read. */
final class SyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Location location;

  SyntaxException(String message, Location location) {
    super(message, null, false, false);
    this.location = location;
  }

  Location location() {
    return location;
  }
}
