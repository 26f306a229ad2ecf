package dev.dray.verify.conformance;

/** How a case ended. */
sealed interface Outcome {

  record Passed() implements Outcome {}

  /** It passed, and something that does not count differs. */
  record Noted(String note) implements Outcome {}

  /** Ours is not upstream's answer; {@code difference} tells both. */
  record Failed(String difference) implements Outcome {}

  /** Ours differs because a decision says so. */
  record Deviates(String decision) implements Outcome {}
}
