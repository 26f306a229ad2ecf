package dev.dray.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The checkpoints of the write-ahead log: between commits, its content is moved to the database
 * file.
 */
final class Checkpoints {
  private static final System.Logger LOG = System.getLogger(Checkpoints.class.getName());
  private static final long DUE = 8L << 20;
  private static final long TOO_LARGE = 64L << 20;
  // The cost of a row beside its value: pages of the table and of three indexes.
  private static final long PAGES = 16 << 10;

  private final Database database;
  private final Connection connection;
  private long bytes;

  Checkpoints(Database database, Connection connection) {
    this.database = database;
    this.connection = connection;
  }

  void written(List<Commit> commits) {
    for (var commit : commits) {
      bytes += commit.weight() + PAGES;
    }
  }

  /**
   * Checkpoints if enough was written. Nobody waits for it, except callers whose commits come next.
   */
  void whenDue() {
    if (bytes < DUE) {
      return;
    }
    bytes = 0;
    // A passive checkpoint never waits for readers. While there is always one, the log cannot
    // restart and grows. Once it is large, wait for readers as long as the busy timeout allows.
    checkpoint(size() > TOO_LARGE ? "TRUNCATE" : "PASSIVE");
  }

  void last() {
    checkpoint("TRUNCATE");
  }

  private long size() {
    try {
      return Files.size(database.log());
    } catch (IOException _) {
      return 0; // There is no log.
    }
  }

  private void checkpoint(String how) {
    try {
      Database.run(connection, "PRAGMA wal_checkpoint(" + how + ")");
    } catch (SQLException e) {
      // Nothing is lost: everything is in the log. If the disk stays full, commits will report it.
      LOG.log(System.Logger.Level.WARNING, database.trouble("checkpointing", e).getMessage());
    }
  }
}
