package dev.dray.selector;

import java.util.Optional;

/** What compiling an expression gave. */
public sealed interface Checked {
  record Accepted(long maxCost, String type) implements Checked {}

  record Refused(Reason reason, String message, Optional<String> hint) implements Checked {}

  enum Reason {
    INVALID,
    INTERNAL
  }
}
