package dev.dray.api.validation;

import java.util.Optional;

/** Whether something stands in the stored object exactly as it is written now. */
enum Stored {
  NEW,
  UNCHANGED;

  static <T> Stored of(T now, Optional<T> before) {
    return before.filter(now::equals).isPresent() ? UNCHANGED : NEW;
  }
}
