package dev.dray.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The compaction of the log: deletes rows that nobody can request any more, a step at a time. */
final class LogCompaction {
  private static final int REVISIONS_AT_ONCE = 200;

  private static final String OVERWRITTEN =
      "DELETE FROM log WHERE id IN (SELECT p.id FROM log AS n"
          + " JOIN log AS p ON p.key = n.key AND p.revision = n.previous"
          + " WHERE n.revision > ? AND n.revision <= ?)";
  private static final String TOMBSTONES =
      "DELETE FROM log WHERE revision > ? AND revision <= ? AND deleted = 1";

  private final Connection connection;
  private final PreparedStatement declare;
  private final PreparedStatement overwritten;
  private final PreparedStatement tombstones;
  private final PreparedStatement swept;

  LogCompaction(Connection connection) throws SQLException {
    this.connection = connection;
    this.declare =
        connection.prepareStatement("UPDATE head SET compacted = ?1 WHERE compacted < ?1");
    this.overwritten = connection.prepareStatement(OVERWRITTEN);
    this.tombstones = connection.prepareStatement(TOMBSTONES);
    this.swept = connection.prepareStatement("UPDATE head SET swept = ?");
  }

  /** Declares that history begins at a revision; takes effect with the commit. */
  void declare(long revision) throws SQLException {
    declare.setLong(1, revision);
    declare.executeUpdate();
  }

  long declared() throws SQLException {
    return Database.number(connection, "SELECT compacted FROM head");
  }

  /**
   * Does one step, and returns whether there is more to do. The progress is kept in the file: after
   * a crash it continues from there.
   *
   * <p>Only changes since the last compaction are examined, not all keys: a row that can go is
   * either the predecessor of such a change, or is itself a tombstone.
   */
  boolean step() throws SQLException {
    long until = declared();
    long from = Database.number(connection, "SELECT swept FROM head");
    if (from >= until) {
      return false;
    }
    long to = Math.min(until, from + REVISIONS_AT_ONCE);
    for (var statement : new PreparedStatement[] {overwritten, tombstones}) {
      statement.setLong(1, from);
      statement.setLong(2, to);
      statement.executeUpdate();
    }
    swept.setLong(1, to);
    swept.executeUpdate();
    return to < until;
  }

  /** Closes the statements. */
  void forget() {
    Database.forget(declare, overwritten, tombstones, swept);
  }
}
