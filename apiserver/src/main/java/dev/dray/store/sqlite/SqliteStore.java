package dev.dray.store.sqlite;

import dev.dray.store.CompactedException;
import dev.dray.store.Outcome;
import dev.dray.store.Page;
import dev.dray.store.RangeRequest;
import dev.dray.store.Store;
import dev.dray.store.StoreEntry;
import dev.dray.store.StoreException;
import dev.dray.store.StoreOperation;
import dev.dray.store.Transaction;
import dev.dray.store.Watch;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A store in a file on this machine, for this process alone.
 *
 * <p>A write is acknowledged when it is on disk, in the database file or in the write-ahead log
 * beside it.
 */
public final class SqliteStore implements Store {
  private static final long ROOM_FOR_RECENT = 16L << 20;

  private final FileLock lock;
  private final Writer writer;
  private final Readers readers;

  private SqliteStore(FileLock lock, Writer writer, Readers readers) {
    this.lock = lock;
    this.writer = writer;
    this.readers = readers;
  }

  /**
   * Opens the store of a file, creating the file if it does not exist.
   *
   * @param clock the clock that lifetimes go by
   * @throws StoreException if another process has the file, or it is damaged, foreign or too new
   */
  public static SqliteStore open(Path file, InstantSource clock) {
    return open(file, clock, ROOM_FOR_RECENT);
  }

  /** Does the same, with a number of bytes for watches that keep up. */
  static SqliteStore open(Path file, InstantSource clock, long roomForRecent) {
    var database = new Database(file);
    database.create();
    var lock = FileLock.take(database.file());
    try {
      return Answers.await(onThread(() -> open(database, lock, clock, roomForRecent)));
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private interface Opening {
    SqliteStore open() throws SQLException;
  }

  private static CompletableFuture<SqliteStore> onThread(Opening opening) {
    var store = new CompletableFuture<SqliteStore>();
    Thread.ofPlatform()
        .name("sqlite-open")
        .start(
            () -> {
              try {
                store.complete(opening.open());
              } catch (Exception | Error e) {
                store.completeExceptionally(e);
              }
            });
    return store;
  }

  private static SqliteStore open(
      Database database, FileLock lock, InstantSource clock, long roomForRecent) {
    try {
      var connection = database.writer();
      try {
        var writer = new Writer(database, connection, clock, roomForRecent);
        var readers = Readers.open(database);
        writer.start();
        return new SqliteStore(lock, writer, readers);
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw database.trouble("opening", e);
    }
  }

  @Override
  public long revision() {
    return writer.revision();
  }

  @Override
  public Optional<StoreEntry> get(String key) {
    return readers.ask(log -> log.get(key));
  }

  @Override
  public Page list(RangeRequest range) {
    return readers.ask(log -> log.list(range));
  }

  @Override
  public Outcome commit(Transaction transaction) {
    long bytes = 0;
    for (var operation : transaction.operations()) {
      bytes += operation instanceof StoreOperation.Put put ? put.value().length : 0;
    }
    return writer.ask(bytes, it -> it.log().decide(transaction));
  }

  @Override
  public Watch watch(String prefix, long after) {
    if (after < writer.compacted()) {
      throw new CompactedException(after, writer.compacted());
    }
    return new SqliteWatch(writer.recent(), readers, prefix, after);
  }

  /**
   * Returns when the compaction is declared; rows are deleted after that, a few with each commit.
   */
  @Override
  public void compact(long revision) {
    if (revision > writer.revision()) {
      throw new StoreException(
          "Cannot compact up to revision (%d): the newest is (%d)."
              .formatted(revision, writer.revision()));
    }
    writer.ask(
        0,
        it -> {
          it.compaction().declare(revision);
          return revision;
        });
  }

  @Override
  public long compacted() {
    return writer.compacted();
  }

  /** Limits the pages of the file, as if the disk had no more; for tests. */
  void limitPages(long pages) {
    writer.ask(0, it -> Database.number(it.log().connection(), "PRAGMA max_page_count = " + pages));
  }

  /** Returns the number of rows of the log; for tests. */
  long rows() {
    return writer.ask(0, it -> Database.number(it.log().connection(), "SELECT count(*) FROM log"));
  }

  @Override
  public void close() {
    writer.recent().close();
    readers.close();
    writer.close();
    lock.close();
  }
}
