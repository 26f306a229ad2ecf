package dev.dray.hollow;

import static java.util.Objects.requireNonNull;

/** What came of preparing the devices of a claim. */
sealed interface Preparation {

  /** They are ready for use. */
  record Prepared() implements Preparation {}

  /** One of them is not there, or not yet. */
  record Missing(String message) implements Preparation {
    public Missing {
      requireNonNull(message, "message");
    }
  }

  /** Hardware cannot do it; nothing of the claim is prepared. */
  record Refused(String message) implements Preparation {
    public Refused {
      requireNonNull(message, "message");
    }
  }
}
