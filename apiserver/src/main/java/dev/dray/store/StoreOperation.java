package dev.dray.store;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/** One step of a transaction. */
public sealed interface StoreOperation {
  String key();

  /**
   * Gives a key a value.
   *
   * @param value not to be changed afterwards
   * @param lifetime after which the store deletes the key by itself, unless it was written again;
   *     stores may be late, but not early
   */
  @SuppressWarnings(
      "ArrayRecordComponent") // Values are large and shared, and nobody compares them.
  record Put(String key, byte[] value, Optional<Duration> lifetime) implements StoreOperation {
    public Put {
      requireNonNull(key, "key");
      requireNonNull(value, "value");
      requireNonNull(lifetime, "lifetime");
    }

    /** A value that stays until someone changes it. */
    public Put(String key, byte[] value) {
      this(key, value, Optional.empty());
    }
  }

  /** Takes a key away; one that is not there stays so, and is no change. */
  record Delete(String key) implements StoreOperation {
    public Delete {
      requireNonNull(key, "key");
    }
  }
}
