package dev.dray.cel.value;

import java.util.Optional;

/** A signal that ends long evaluations, which check it now and then. */
@FunctionalInterface
public interface Cancellation {
  Cancellation NEVER = Optional::empty;

  /** Returns the reason to stop, if the evaluation has to. */
  Optional<String> cause();
}
