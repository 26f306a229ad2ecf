package dev.dray.allocation.search;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that is made when it is first needed; for one thread. */
public final class Lazy<T> {
  private final Supplier<T> maker;
  private @Nullable T made;

  public Lazy(Supplier<T> maker) {
    this.maker = maker;
  }

  public T it() {
    var known = made;
    if (known == null) {
      known = maker.get();
      made = known;
    }
    return known;
  }
}
