package dev.dray.store.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The queue of keys with a lifetime, by the time they expire; for the writer thread only. */
final class Lifetimes {

  /** A key that expires, unless it was written again after a revision. */
  record Due(long millis, String key, long revision) {}

  private final PriorityQueue<Due> dues =
      new PriorityQueue<>(Comparator.comparingLong(Due::millis));

  /**
   * Loads the lifetimes in the file, including those of overwritten rows: whether a row is
   * overwritten is only checked when it expires.
   */
  void load(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT expires, key, revision FROM log WHERE expires IS NOT NULL")) {
      while (rows.next()) {
        dues.add(new Due(rows.getLong(1), rows.getString(2), rows.getLong(3)));
      }
    }
  }

  void addAll(Collection<Due> more) {
    dues.addAll(more);
  }

  /** Removes and returns keys that have expired, up to a number. */
  List<Due> take(long now, int atMost) {
    var due = new ArrayList<Due>();
    while (due.size() < atMost && !dues.isEmpty() && dues.element().millis() <= now) {
      due.add(dues.remove());
    }
    return due;
  }

  /** Returns the milliseconds until the next key expires; Long.MAX_VALUE if there is none. */
  long millisFrom(long now) {
    return dues.isEmpty() ? Long.MAX_VALUE : Math.max(0, dues.element().millis() - now);
  }
}
