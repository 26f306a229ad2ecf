package dev.dray.store;

import java.util.Optional;

/**
 * A revisioned key-value store, reduced to what an API server needs.
 *
 * <p>The whole store has one revision. It grows with every transaction that changes something,
 * never goes back, and is never given twice, not even across crashes and compactions. All
 * operations of one transaction have the same revision. A new store is at revision 1, because 0
 * means "the newest" in requests. Keys are ordered by their UTF-8 bytes ({@link KeyRange#ORDER}).
 *
 * <p>Stores are thread-safe, for virtual threads too: methods block until they are done.
 */
public interface Store extends AutoCloseable {

  /** Returns the newest revision: no write acknowledged to anyone before this call is newer. */
  long revision();

  /** Returns the newest value, not older than any write acknowledged before this call. */
  Optional<StoreEntry> get(String key);

  /**
   * Returns the keys with a prefix, in order, as they were at one revision.
   *
   * @throws CompactedException if the requested revision was compacted
   * @throws StoreException if the requested revision is yet to come
   */
  Page list(RangeRequest range);

  /**
   * Does all operations if all conditions hold, otherwise none. Returns when the result is as
   * durable as the store is.
   */
  Outcome commit(Transaction transaction);

  /**
   * Watches the keys with a prefix: every change after a revision, in order and without gaps,
   * continuing with changes to come.
   *
   * @throws CompactedException if changes after that revision were compacted
   */
  Watch watch(String prefix, long after);

  /**
   * Compacts history up to a revision: values overwritten or deleted up to it can no longer be
   * listed, and watches can no longer begin before it. Nothing newer is touched. A revision that is
   * compacted already changes nothing.
   *
   * @throws StoreException if the revision is yet to come
   */
  void compact(long revision);

  /** Returns the revision of the last compaction; watches can begin after it, lists at it. */
  long compacted();

  @Override
  void close();
}
