package dev.dray.store.sqlite;

import dev.dray.store.CompactedException;
import dev.dray.store.KeyChange;
import dev.dray.store.KeyRange;
import dev.dray.store.Page;
import dev.dray.store.RangeRequest;
import dev.dray.store.StoreEntry;
import dev.dray.store.StoreException;
import dev.dray.store.Watch.Batch;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Queries of the log, each within one read transaction; not thread-safe. */
final class LogReader implements AutoCloseable {
  private static final int REVISIONS_AT_ONCE = 2_000;
  private static final long BYTES_AT_ONCE = 8L << 20;

  private static final String GET =
      "SELECT key, value, revision, created, deleted FROM log WHERE key = ?"
          + " ORDER BY revision DESC LIMIT 1";

  // For every key, the newest row at or before the revision, unless it is a tombstone.
  private static final String WHERE =
      " FROM log AS l WHERE l.key >= ?1 AND l.key < ?2 AND l.revision <= ?3 AND l.deleted = 0"
          + " AND NOT EXISTS (SELECT 1 FROM log AS n"
          + " WHERE n.key = l.key AND n.revision > l.revision AND n.revision <= ?3)";
  private static final String LIST =
      "SELECT l.key, l.value, l.revision, l.created" + WHERE + " ORDER BY l.key LIMIT ?4";
  private static final String COUNT = "SELECT count(*)" + WHERE;

  // The unary plus keeps SQLite from using the index on keys: a watch reads few revisions of many
  // keys.
  private static final String CHANGES =
      "SELECT l.key, l.value, l.revision, l.created, l.deleted, p.value, p.revision, p.created"
          + " FROM log AS l LEFT JOIN log AS p"
          + " ON p.key = l.key AND p.revision = l.previous AND p.deleted = 0"
          + " WHERE l.revision > ? AND l.revision <= ? AND +l.key >= ? AND +l.key < ?"
          + " ORDER BY l.revision, l.id";

  private final Connection connection;
  private final PreparedStatement get;
  private final PreparedStatement list;
  private final PreparedStatement count;
  private final PreparedStatement changes;
  private final PreparedStatement head;

  LogReader(Connection connection) throws SQLException {
    this.connection = connection;
    this.get = connection.prepareStatement(GET);
    this.list = connection.prepareStatement(LIST);
    this.count = connection.prepareStatement(COUNT);
    this.changes = connection.prepareStatement(CHANGES);
    this.head = connection.prepareStatement("SELECT revision, compacted FROM head");
  }

  private record Head(long revision, long compacted) {}

  private Head head() throws SQLException {
    try (var rows = head.executeQuery()) {
      if (!rows.next()) {
        throw new SQLException("the table (head) is empty", "", 11);
      }
      return new Head(rows.getLong(1), rows.getLong(2));
    }
  }

  Optional<StoreEntry> get(String key) throws SQLException {
    get.setString(1, key);
    try (var rows = get.executeQuery()) {
      return rows.next() && !rows.getBoolean(5) ? Optional.of(entry(rows)) : Optional.empty();
    }
  }

  private static StoreEntry entry(ResultSet rows) throws SQLException {
    return new StoreEntry(rows.getString(1), bytes(rows, 2), rows.getLong(3), rows.getLong(4));
  }

  private static byte[] bytes(ResultSet rows, int column) throws SQLException {
    var bytes = rows.getBytes(column);
    return bytes == null ? new byte[0] : bytes;
  }

  Page list(RangeRequest range) throws SQLException {
    return atOneMoment(() -> page(range));
  }

  private Page page(RangeRequest range) throws SQLException {
    var head = head();
    long when = range.revision() == 0 ? head.revision() : range.revision();
    if (when > head.revision()) {
      throw new StoreException(
          "The revision (%d) is in the future: the newest is (%d)."
              .formatted(when, head.revision()));
    }
    if (when < head.compacted()) {
      throw new CompactedException(when, head.compacted());
    }
    boolean begun = KeyRange.ORDER.compare(range.after(), range.prefix()) >= 0;
    boolean from = begun && !range.after().isEmpty();
    bind(list, range.prefix(), from ? next(range.after()) : range.prefix(), when);
    list.setInt(4, range.limit() == 0 ? -1 : range.limit());
    var entries = new ArrayList<StoreEntry>();
    try (var rows = list.executeQuery()) {
      while (rows.next()) {
        entries.add(entry(rows));
      }
    }
    boolean full = range.limit() > 0 && entries.size() == range.limit();
    return new Page(entries, when, full ? remaining(range, entries.getLast(), when) : 0);
  }

  private long remaining(RangeRequest range, StoreEntry last, long when) throws SQLException {
    bind(count, range.prefix(), next(last.key()), when);
    try (var rows = count.executeQuery()) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  private static void bind(PreparedStatement statement, String prefix, String from, long when)
      throws SQLException {
    statement.setString(1, from);
    end(statement, 2, prefix);
    statement.setLong(3, when);
  }

  private static void end(PreparedStatement statement, int place, String prefix)
      throws SQLException {
    var end = KeyRange.end(prefix);
    if (end.isPresent()) {
      statement.setString(place, end.get());
    } else {
      // SQLite orders every blob after every text.
      statement.setBytes(place, new byte[0]);
    }
  }

  /** Returns the first possible key after a key. */
  private static String next(String key) {
    return key + '\0';
  }

  /** Returns the changes after a revision: all of them, or as many as fit a batch. */
  Batch changes(String prefix, long after) throws SQLException {
    return atOneMoment(() -> batch(prefix, after));
  }

  private Batch batch(String prefix, long after) throws SQLException {
    var head = head();
    if (after < head.compacted()) {
      throw new CompactedException(after, head.compacted());
    }
    long until = Math.min(head.revision(), after + REVISIONS_AT_ONCE);
    changes.setLong(1, after);
    changes.setLong(2, until);
    changes.setString(3, prefix);
    end(changes, 4, prefix);
    var found = new ArrayList<KeyChange>();
    long bytes = 0;
    try (var rows = changes.executeQuery()) {
      while (rows.next()) {
        var change = change(rows);
        // A batch holds whole revisions, so it can only end before the next one.
        if (bytes > BYTES_AT_ONCE && change.revision() > found.getLast().revision()) {
          return new Batch(found, found.getLast().revision());
        }
        found.add(change);
        bytes += new Commit(change.revision(), List.of(change)).weight();
      }
    }
    return new Batch(found, Math.max(after, until));
  }

  private static KeyChange change(ResultSet rows) throws SQLException {
    var key = rows.getString(1);
    long before = rows.getLong(7);
    var previous =
        before == 0
            ? Optional.<StoreEntry>empty()
            : Optional.of(new StoreEntry(key, bytes(rows, 6), before, rows.getLong(8)));
    return rows.getBoolean(5)
        ? new KeyChange.Deleted(key, rows.getLong(3), previous)
        : new KeyChange.Put(entry(rows), previous);
  }

  /** A query. */
  private interface Question<T> {
    T ask() throws SQLException;
  }

  private <T> T atOneMoment(Question<T> question) throws SQLException {
    Database.run(connection, "BEGIN");
    try {
      return question.ask();
    } finally {
      Database.run(connection, "ROLLBACK");
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
