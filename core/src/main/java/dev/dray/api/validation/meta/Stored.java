package dev.dray.api.validation.meta;

import java.util.Optional;

/** Whether something stands in the stored object exactly as it is written now. */
public enum Stored {
  NEW,
  UNCHANGED;

  public static <T> Stored of(T now, Optional<T> before) {
    return before.filter(now::equals).isPresent() ? UNCHANGED : NEW;
  }
}
