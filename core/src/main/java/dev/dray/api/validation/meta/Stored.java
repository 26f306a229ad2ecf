package dev.dray.api.validation.meta;

import java.util.Optional;

/** The state of a written value: new, or exactly as it is stored. */
public enum Stored {
  NEW,
  UNCHANGED;

  public static <T> Stored of(T now, Optional<T> before) {
    return before.filter(now::equals).isPresent() ? UNCHANGED : NEW;
  }
}
