package dev.dray.schema;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The type of a field, looked up when it is first needed, and properties that only matter for the
 * field's encoding.
 */
final class WireRef implements SchemaType.Ref {
  private final Supplier<SchemaType> lookUp;
  private final boolean pointer;
  private final boolean always;
  private final boolean boxed;
  private @Nullable SchemaType found;

  /**
   * Makes a reference.
   *
   * @param pointer whether a missing value and an empty one are distinguished
   * @param always whether an empty value is written, too
   * @param boxed whether a list has a protobuf message of its own
   */
  WireRef(Supplier<SchemaType> lookUp, boolean pointer, boolean always, boolean boxed) {
    this.lookUp = lookUp;
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
    // Types are immutable, and a second lookup finds the same one: a race does no harm.
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
