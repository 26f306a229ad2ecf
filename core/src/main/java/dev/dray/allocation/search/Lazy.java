package dev.dray.allocation.search;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is created when it is first needed. For one thread. */
public final class Lazy<T> {
  private final Supplier<T> maker;
  private @Nullable T made;

  public Lazy(Supplier<T> maker) {
    this.maker = maker;
  }

  /** Returns the value, which the first call creates. */
  public T it() {
    var known = made;
    if (known == null) {
      known = maker.get();
      made = known;
    }
    return known;
  }
}
