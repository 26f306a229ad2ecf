package dev.dray.cel.value;

import java.util.Optional;

/** Tells a long evaluation whether to go on; it is asked now and then. */
@FunctionalInterface
public interface Cancellation {
  Cancellation NEVER = Optional::empty;

  /** Why to stop, if so. */
  Optional<String> cause();
}
