package dev.dray.store.sqlite;

import dev.dray.store.Watch;
import java.time.Duration;
import java.util.List;

/** A watch: a position in the log, served from memory while the reader keeps up. */
final class SqliteWatch implements Watch {
  private final RecentCommits recentCommits;
  private final Readers readers;
  private final String prefix;
  private long told;
  private volatile boolean closed;

  SqliteWatch(RecentCommits recentCommits, Readers readers, String prefix, long after) {
    this.recentCommits = recentCommits;
    this.readers = readers;
    this.prefix = prefix;
    this.told = after;
  }

  @Override
  public Batch next(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      var batch = closed ? new Batch(List.of(), told) : read();
      long left = deadline - System.nanoTime();
      if (closed || batch.revision() > told || left <= 0) {
        told = batch.revision();
        return batch;
      }
      recentCommits.await(told, left, () -> closed);
    }
  }

  private Batch read() {
    return recentCommits
        .after(told, prefix)
        .orElseGet(() -> readers.ask(log -> log.changes(prefix, told)));
  }

  @Override
  public void close() {
    closed = true;
    recentCommits.wake();
  }
}
