package dev.dray.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Moves what was committed from the write-ahead log to the file, between commits. */
final class Checkpoints {
  private static final System.Logger LOG = System.getLogger(Checkpoints.class.getName());
  private static final long DUE = 8L << 20;
  private static final long TOO_LARGE = 64L << 20;
  // What a row costs beside its value: the pages of the table and of three indexes.
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

  /** Does what is due; nobody waits for it, except those whose commits come next. */
  void whenDue() {
    if (bytes < DUE) {
      return;
    }
    bytes = 0;
    // A plain checkpoint never waits for readers. While there always is one, the log cannot begin
    // anew and grows; once it is large, wait for them, for as long as the busy timeout allows.
    checkpoint(size() > TOO_LARGE ? "TRUNCATE" : "PASSIVE");
  }

  void last() {
    checkpoint("TRUNCATE");
  }

  private long size() {
    try {
      return Files.size(database.log());
    } catch (IOException _) {
      return 0; // There is none.
    }
  }

  private void checkpoint(String how) {
    try {
      Database.run(connection, "PRAGMA wal_checkpoint(" + how + ")");
    } catch (SQLException e) {
      // Nothing is lost, it is all in the log. If the disk stays full, commits will say so.
      LOG.log(System.Logger.Level.WARNING, database.trouble("checkpointing", e).getMessage());
    }
  }
}
