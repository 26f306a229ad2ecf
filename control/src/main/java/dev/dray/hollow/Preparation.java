package dev.dray.hollow;

/** The result of preparing the devices of a claim. */
sealed interface Preparation {

  /** The devices are ready for use. */
  record Prepared() implements Preparation {}

  /** A device does not exist, or not yet. */
  record Missing(String message) implements Preparation {}

  /** The hardware cannot do it; nothing of the claim is prepared. */
  record Refused(String message) implements Preparation {}
}
