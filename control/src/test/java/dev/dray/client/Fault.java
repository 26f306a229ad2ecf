package dev.dray.client;

import java.time.Duration;

/** What a fake API does instead of what it was asked to. */
public sealed interface Fault {

  /** It does not, and says so. */
  record Refuse(int code, String reason, String message) implements Fault {}

  /** It never hears of it, and nobody answers. */
  record Lose() implements Fault {}

  /** It does as it was asked, but the answer is lost. */
  record LoseAnswer() implements Fault {}

  /** It does as it was asked, later. */
  record Slow(Duration delay) implements Fault {}

  /** It does as it was asked at once, and answers later. */
  record SlowAnswer(Duration delay) implements Fault {}

  static Fault conflict() {
    return new Refuse(409, "Conflict", "the object has been modified; please try again");
  }

  static Fault unavailable() {
    return new Refuse(503, "ServiceUnavailable", "the server is not there");
  }
}
