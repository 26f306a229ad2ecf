package dev.dray.store.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Which keys are to be deleted when; for the thread that writes. */
final class Lifetimes {

  /** A key whose life ends, unless it was written again after a revision. */
  record Due(long millis, String key, long revision) {}

  private final PriorityQueue<Due> dues =
      new PriorityQueue<>(Comparator.comparingLong(Due::millis));

  /** What the file says; rows that are overwritten, too, because that shows when they are due. */
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

  /** Takes those whose time has come, a number of them at most. */
  List<Due> take(long now, int atMost) {
    var due = new ArrayList<Due>();
    while (due.size() < atMost && !dues.isEmpty() && dues.element().millis() <= now) {
      due.add(dues.remove());
    }
    return due;
  }

  /** How long until the next; a long time if there is none. */
  long millisFrom(long now) {
    return dues.isEmpty() ? Long.MAX_VALUE : Math.max(0, dues.element().millis() - now);
  }
}
