package dev.dray.schema;

import static java.util.Objects.requireNonNull;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The type of a field, looked up when it is first asked for, and what only matters where the field
 * is encoded.
 */
final class WireRef implements Type.Ref {
  private final Supplier<Type> lookUp;
  private final boolean pointer;
  private final boolean always;
  private @Nullable Type found;

  /**
   * @param pointer whether a missing value and an empty one are told apart
   * @param always whether an empty value is written, too
   */
  WireRef(Supplier<Type> lookUp, boolean pointer, boolean always) {
    this.lookUp = requireNonNull(lookUp, "lookUp");
    this.pointer = pointer;
    this.always = always;
  }

  boolean pointer() {
    return pointer;
  }

  boolean always() {
    return always;
  }

  @Override
  public Type type() {
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
    return type() instanceof Type.Struct struct ? struct.name() : type().toString();
  }
}
