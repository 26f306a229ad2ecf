package dev.dray.security.authentication;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that moves when it is told to. */
public final class FakeClock implements InstantSource {
  private Instant now = Instant.parse("2026-11-15T12:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  public void move(Duration by) {
    now = now.plus(by);
  }
}
