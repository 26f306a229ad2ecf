package dev.dray.store;

/**
 * A key and its value at a revision.
 *
 * @param value shared, so it must not be changed
 * @param revision the revision of the write that gave the key this value
 * @param created the revision of the write that created the key
 */
@SuppressWarnings("ArrayRecordComponent") // Values are large and shared, and nobody compares them.
public record StoreEntry(String key, byte[] value, long revision, long created) {}
