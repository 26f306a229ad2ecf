package dev.dray.election;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What an election is about.
 *
 * @param namespace where the Lease is
 * @param lease what it is called
 * @param identity who stands for it; no two may have the same
 * @param duration for how long others leave a holder in peace that says nothing
 * @param deadline after how long without success a holder gives up by itself
 * @param retry how often holders renew, and others look
 */
public record Settings(
    String namespace,
    String lease,
    String identity,
    Duration duration,
    Duration deadline,
    Duration retry) {
  public Settings {
    requireNonNull(namespace, "namespace");
    requireNonNull(lease, "lease");
    requireNonNull(identity, "identity");
    if (identity.isEmpty()) {
      throw new IllegalArgumentException("Who stands for election needs an identity.");
    }
    if (duration.compareTo(deadline) <= 0 || deadline.compareTo(retry) <= 0) {
      // A holder must have given up before anybody else may begin.
      throw new IllegalArgumentException(
          "The lease (%s) must be longer than the deadline (%s), and that longer than a retry (%s)."
              .formatted(duration, deadline, retry));
    }
  }

  /** Lease 15 seconds, deadline 10, retry 2. */
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
