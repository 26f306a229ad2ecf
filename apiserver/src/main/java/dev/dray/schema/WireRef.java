package dev.dray.schema;

import static java.util.Objects.requireNonNull;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The type of a field, looked up when it is first asked for, and what only matters where the field
 * is encoded.
 */
final class WireRef implements SchemaType.Ref {
  private final Supplier<SchemaType> lookUp;
  private final boolean pointer;
  private final boolean always;
  private final boolean boxed;
  private @Nullable SchemaType found;

  /**
   * @param pointer whether a missing value and an empty one are told apart
   * @param always whether an empty value is written, too
   * @param boxed whether a list has a message of its own in protocol buffers
   */
  WireRef(Supplier<SchemaType> lookUp, boolean pointer, boolean always, boolean boxed) {
    this.lookUp = requireNonNull(lookUp, "lookUp");
    this.pointer = pointer;
    this.always = always;
    this.boxed = boxed;
  }

  boolean pointer() {
    return pointer;
  }

  boolean always() {
    return always;
  }

  boolean boxed() {
    return boxed;
  }

  @Override
  public SchemaType type() {
    // Types are immutable, and looking one up twice finds the same: a race does no harm.
    var known = found;
    if (known == null) {
      known = lookUp.get();
      found = known;
    }
    return known;
  }

  @Override
  public String toString() {
    return type() instanceof SchemaType.Struct struct ? struct.name() : type().toString();
  }
}
