package dev.dray.store;

import java.time.Duration;
import java.util.List;

/** A stream of changes of a store, for one reader. */
public interface Watch extends AutoCloseable {

  /**
   * Waits for changes, at most as long as patience lasts. A batch can be empty even before that:
   * then only its revision is news, or not even that.
   *
   * @throws StoreException if the watch cannot go on without a gap; it is over then
   */
  Batch next(Duration patience) throws InterruptedException;

  /** Ends the watch: whoever waits in {@link #next} is woken and gets an empty batch. */
  @Override
  void close();

  /**
   * Changes of one or more revisions.
   *
   * @param changes in order; all changes of one revision are in one batch
   * @param revision the revision up to which every change was delivered, at least that of the last
   *     change; it can be newer if other keys changed
   */
  record Batch(List<KeyChange> changes, long revision) {
    public Batch {
      changes = List.copyOf(changes);
    }
  }
}
