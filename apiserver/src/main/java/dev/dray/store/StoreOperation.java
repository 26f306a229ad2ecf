package dev.dray.store;

import java.time.Duration;
import java.util.Optional;

/** One write of a transaction. */
public sealed interface StoreOperation {
  String key();

  /**
   * Creates a key or replaces its value.
   *
   * @param value must not be changed afterwards
   * @param lifetime the time after which the store deletes the key by itself, unless it was written
   *     again; stores may be late, but not early
   */
  @SuppressWarnings(
      "ArrayRecordComponent") // Values are large and shared, and nobody compares them.
  record Put(String key, byte[] value, Optional<Duration> lifetime) implements StoreOperation {

    /** Makes a put whose value stays until someone changes it. */
    public Put(String key, byte[] value) {
      this(key, value, Optional.empty());
    }
  }

  /** Deletes a key; if the key does not exist, that is no change. */
  record Delete(String key) implements StoreOperation {}
}
