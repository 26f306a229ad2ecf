package dev.dray.election;

import java.time.Duration;

/**
 * The settings of an election.
 *
 * @param namespace the namespace of the Lease
 * @param lease the name of the Lease
 * @param identity the unique identity of the candidate
 * @param duration the time for which others respect a holder that does not renew
 * @param deadline the time after which a holder that cannot renew gives up
 * @param retry the interval at which holders renew and others look
 */
public record Settings(
    String namespace,
    String lease,
    String identity,
    Duration duration,
    Duration deadline,
    Duration retry) {
  public Settings {
    if (identity.isEmpty()) {
      throw new IllegalArgumentException("A candidate needs an identity.");
    }
    if (duration.compareTo(deadline) <= 0 || deadline.compareTo(retry) <= 0) {
      // A holder must have given up before anybody else may begin.
      throw new IllegalArgumentException(
          "The lease duration (%s) must exceed the renew deadline (%s), which must exceed the retry period (%s)."
              .formatted(duration, deadline, retry));
    }
  }

  /** Returns the usual settings: lease 15 seconds, deadline 10, retry 2. */
  public static Settings usual(String namespace, String lease, String identity) {
    return new Settings(
        namespace,
        lease,
        identity,
        Duration.ofSeconds(15),
        Duration.ofSeconds(10),
        Duration.ofSeconds(2));
  }
}
