package dev.dray.store.sqlite;

import dev.dray.store.KeyChange;
import dev.dray.store.Outcome;
import dev.dray.store.Precondition;
import dev.dray.store.StoreEntry;
import dev.dray.store.StoreOperation;
import dev.dray.store.Transaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The write side of the log: judges transactions and appends rows; for the writer thread only.
 *
 * <p>Everything between {@link #begin} and {@link #commit} is on disk as a whole, or not at all.
 */
final class LogWriter implements AutoCloseable {
  private static final String VERSION =
      "SELECT revision, deleted FROM log WHERE key = ? ORDER BY revision DESC LIMIT 1";
  private static final String NEWEST =
      "SELECT revision, deleted, created, value FROM log WHERE key = ?"
          + " ORDER BY revision DESC LIMIT 1";
  private static final String INSERT =
      "INSERT INTO log (revision, key, created, previous, deleted, expires, value)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?)";

  private final Connection connection;
  private final InstantSource clock;
  private final PreparedStatement version;
  private final PreparedStatement newest;
  private final PreparedStatement insert;
  private final PreparedStatement advance;
  private final LastWritten lastWritten = new LastWritten();
  private final List<Commit> commits = new ArrayList<>();
  private final List<Lifetimes.Due> lifetimes = new ArrayList<>();
  private long revision;

  LogWriter(Connection connection, InstantSource clock) throws SQLException {
    this.connection = connection;
    this.clock = clock;
    this.version = connection.prepareStatement(VERSION);
    this.newest = connection.prepareStatement(NEWEST);
    this.insert = connection.prepareStatement(INSERT);
    this.advance = connection.prepareStatement("UPDATE head SET revision = ?");
  }

  Connection connection() {
    return connection;
  }

  long revision() {
    return revision;
  }

  void begin() throws SQLException {
    commits.clear();
    lifetimes.clear();
    Database.run(connection, "BEGIN IMMEDIATE");
    revision = Database.number(connection, "SELECT revision FROM head");
  }

  /** Makes everything since {@link #begin} durable. */
  void commit() throws SQLException {
    if (!commits.isEmpty()) {
      advance.setLong(1, revision);
      advance.executeUpdate();
    }
    Database.run(connection, "COMMIT");
  }

  void rollback() {
    lastWritten.clear();
    try {
      Database.run(connection, "ROLLBACK");
    } catch (SQLException _) {
      // SQLite has rolled back by itself, as it does after most errors.
    }
  }

  /** Returns the commits since {@link #begin}. */
  List<Commit> commits() {
    return List.copyOf(commits);
  }

  /** Returns the lifetimes of keys written since {@link #begin}. */
  List<Lifetimes.Due> lifetimes() {
    return List.copyOf(lifetimes);
  }

  Outcome decide(Transaction transaction) throws SQLException {
    var failed = new ArrayList<Precondition>();
    for (var condition : transaction.conditions()) {
      if (!holds(condition)) {
        failed.add(condition);
      }
    }
    if (!failed.isEmpty()) {
      return new Outcome.Conflict(failed);
    }
    var changes = new ArrayList<KeyChange>();
    for (var operation : transaction.operations()) {
      apply(operation, revision + 1).ifPresent(changes::add);
    }
    if (!changes.isEmpty()) {
      revision++;
      commits.add(new Commit(revision, changes));
    }
    return new Outcome.Committed(revision);
  }

  private boolean holds(Precondition condition) throws SQLException {
    long written = written(condition.key());
    return switch (condition) {
      case Precondition.Absent _ -> written == 0;
      case Precondition.At(_, long at) -> written != 0 && written == at;
      case Precondition.NotAfter(_, long last) -> written <= last;
      case Precondition.NotAfterBut it ->
          written <= it.revision()
              || last(it.key()).entry().map(StoreEntry::value).filter(it::knows).isPresent();
    };
  }

  /** Returns the revision of a key's last write; 0 if it does not exist. */
  private long written(String key) throws SQLException {
    var known = lastWritten.find(key);
    if (known.isPresent()) {
      return known.get().revision();
    }
    version.setString(1, key);
    try (var rows = version.executeQuery()) {
      return rows.next() && !rows.getBoolean(2) ? rows.getLong(1) : 0;
    }
  }

  /** The last row of a key: its revision, and the entry unless it is a tombstone. */
  private record Last(long revision, Optional<StoreEntry> entry) {}

  private Last last(String key) throws SQLException {
    var known = lastWritten.find(key);
    if (known.isPresent()) {
      return new Last(known.get().revision(), known);
    }
    newest.setString(1, key);
    try (var rows = newest.executeQuery()) {
      if (!rows.next()) {
        return new Last(0, Optional.empty());
      }
      long when = rows.getLong(1);
      if (rows.getBoolean(2)) {
        return new Last(when, Optional.empty());
      }
      var value = rows.getBytes(4);
      var bytes = value == null ? new byte[0] : value;
      return new Last(when, Optional.of(new StoreEntry(key, bytes, when, rows.getLong(3))));
    }
  }

  private Optional<KeyChange> apply(StoreOperation operation, long next) throws SQLException {
    var last = last(operation.key());
    switch (operation) {
      case StoreOperation.Put(String key, byte[] value, var lifetime) -> {
        long created = last.entry().map(StoreEntry::created).orElse(next);
        var entry = new StoreEntry(key, value, next, created);
        put(entry, last.revision(), lifetime);
        lastWritten.put(entry);
        return Optional.of(new KeyChange.Put(entry, last.entry()));
      }
      case StoreOperation.Delete(String key) -> {
        if (last.entry().isEmpty()) {
          return Optional.empty();
        }
        lastWritten.remove(key);
        row(next, key, 0, last.revision(), true);
        insert.setNull(6, Types.INTEGER);
        insert.setNull(7, Types.BLOB);
        insert.executeUpdate();
        return Optional.of(new KeyChange.Deleted(key, next, last.entry()));
      }
    }
  }

  private void put(StoreEntry entry, long previous, Optional<Duration> lifetime)
      throws SQLException {
    row(entry.revision(), entry.key(), entry.created(), previous, false);
    if (lifetime.isPresent()) {
      var due = clock.instant().plus(lifetime.get());
      // Rounded up: a key may live longer than its lifetime, never shorter.
      insert.setLong(6, due.toEpochMilli() + 1);
      lifetimes.add(new Lifetimes.Due(due.toEpochMilli() + 1, entry.key(), entry.revision()));
    } else {
      insert.setNull(6, Types.INTEGER);
    }
    insert.setBytes(7, entry.value());
    insert.executeUpdate();
  }

  private void row(long when, String key, long created, long previous, boolean deleted)
      throws SQLException {
    insert.setLong(1, when);
    insert.setString(2, key);
    insert.setLong(3, created);
    insert.setLong(4, previous);
    insert.setBoolean(5, deleted);
  }

  /** Closes the statements, but not the connection. */
  void forget() {
    Database.forget(version, newest, insert, advance);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
