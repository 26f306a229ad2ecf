package dev.dray.store;

import java.util.Optional;

/**
 * A revisioned key-value store, as small as an API server needs it.
 *
 * <p>There is one revision for the whole store. It grows with every transaction that changes
 * something, never goes back, and is never given twice, not even across crashes and compactions.
 * All operations of one transaction have the same revision. A new store is at revision 1, because 0
 * means "the newest" where a revision is asked for. Keys are compared by their UTF-8 bytes ({@link
 * KeyRange#ORDER}).
 *
 * <p>For any number of threads, virtual ones too: methods block until they are done.
 */
public interface Store extends AutoCloseable {

  /** The newest revision: whatever was acknowledged to anyone before this call is at most that. */
  long revision();

  /** The newest value, not older than any write acknowledged before this call. */
  Optional<StoreEntry> get(String key);

  /**
   * The keys that begin with a prefix, in order, as they were at one revision.
   *
   * @throws CompactedException if the revision asked for was compacted
   * @throws StoreException if it is yet to come
   */
  Page list(RangeRequest range);

  /** Does all operations if all conditions hold, else nothing. Returns when it is durable. */
  Outcome commit(Transaction transaction);

  /**
   * Every change after a revision to keys that begin with a prefix, in order and without gaps; it
   * goes on with what is still to come.
   *
   * @throws CompactedException if changes after that revision were compacted
   */
  Watch watch(String prefix, long after);

  /**
   * Forgets how things were before a revision: what was overwritten or deleted up to it can no
   * longer be listed, and watches can no longer begin before it. Nothing newer is touched. A
   * revision that is compacted already changes nothing.
   *
   * @throws StoreException if the revision is yet to come
   */
  void compact(long revision);

  /** The revision of the last compaction; watches can begin after it, lists at it. */
  long compacted();

  @Override
  void close();
}
