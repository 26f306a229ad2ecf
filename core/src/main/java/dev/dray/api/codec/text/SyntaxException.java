package dev.dray.api.codec.text;

/**
 * A source that is not well-formed JSON or YAML from this place on; nothing after it can be read.
 */
public final class SyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Location location;

  public SyntaxException(String message, Location location) {
    super(message, null, false, false);
    this.location = location;
  }

  public Location location() {
    return location;
  }
}
