package dev.dray.store;

import static java.util.Objects.requireNonNull;

/**
 * A key and its value.
 *
 * @param value not to be changed: it is shared
 * @param revision of the write that gave it this value
 * @param created revision of the write that made it
 */
@SuppressWarnings("ArrayRecordComponent") // Values are large and shared, and nobody compares them.
public record StoreEntry(String key, byte[] value, long revision, long created) {
  public StoreEntry {
    requireNonNull(key, "key");
    requireNonNull(value, "value");
  }
}
