package dev.dray.watch;

import java.util.Optional;

/**
 * A change of one object.
 *
 * @param now the object since the change; empty if it was deleted
 * @param before the object before the change; empty if it is new, or if its past is compacted
 */
public record Event(String key, long revision, Optional<Item> now, Optional<Item> before) {

  /** Returns about how many bytes of memory it takes to keep the event. */
  long weight() {
    return 200 + before.map(it -> (long) it.bytes().length).orElse(0L);
  }
}
