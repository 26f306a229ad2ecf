package dev.dray.store;

import java.time.Duration;
import java.util.List;

/** The changes of a store as they come, for one reader. */
public interface Watch extends AutoCloseable {

  /**
   * Waits for changes, for so long at most. A batch may come without changes, and not only when
   * patience is over: then just the revision is news, or not even that.
   *
   * @throws StoreException if the watch cannot go on without a gap; it is over then
   */
  Batch next(Duration patience) throws InterruptedException;

  /** Whoever waits in {@link #next} is woken and gets an empty batch. */
  @Override
  void close();

  /**
   * What has come.
   *
   * @param changes in order; all changes of one revision are in one batch
   * @param revision up to which everything was told, at least that of the last change; it can be
   *     newer if other keys changed
   */
  record Batch(List<KeyChange> changes, long revision) {
    public Batch {
      changes = List.copyOf(changes);
    }
  }
}
