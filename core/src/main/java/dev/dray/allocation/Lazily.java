package dev.dray.allocation;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that is made when it is first needed; for one thread. */
final class Lazily<T> {
  private final Supplier<T> maker;
  private @Nullable T made;

  Lazily(Supplier<T> maker) {
    this.maker = maker;
  }

  T it() {
    var known = made;
    if (known == null) {
      known = maker.get();
      made = known;
    }
    return known;
  }
}
