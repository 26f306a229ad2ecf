package dev.dray.watch;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * A change of one object.
 *
 * @param now as it is since; empty if it is gone
 * @param before as it was; empty if it is new, or if nobody knows any more
 */
public record Event(String key, long revision, Optional<Item> now, Optional<Item> before) {
  public Event {
    requireNonNull(key, "key");
    requireNonNull(now, "now");
    requireNonNull(before, "before");
  }

  /** How much memory keeping it costs, about. */
  long weight() {
    return 200 + before.map(it -> (long) it.bytes().length).orElse(0L);
  }
}
