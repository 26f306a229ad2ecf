package dev.dray.store.sqlite;

import dev.dray.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.sqlite.SQLiteConfig;

/**
 * The database file of a store: opens connections, creates and checks the schema, explains errors.
 */
final class Database {
  private static final int VERSION = 1;
  // "Dray" in ASCII: distinguishes our files from those of other programs.
  private static final int APPLICATION = 0x44726179;
  private static final int BUSY_MILLIS = 500;

  // A revision is a column, not the row id, because all changes of a transaction share one. The
  // newest revision is kept in a table of its own: it must survive when compaction deletes the row
  // that had it, or the next write would get it again (revisions_are_never_reused fails without
  // that).
  private static final List<String> SCHEMA =
      List.of(
          """
          CREATE TABLE head (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            revision INTEGER NOT NULL,
            compacted INTEGER NOT NULL,
            swept INTEGER NOT NULL)
          """,
          "INSERT INTO head VALUES (1, 1, 0, 0)",
          """
          CREATE TABLE log (
            id INTEGER PRIMARY KEY,
            revision INTEGER NOT NULL,
            key TEXT NOT NULL,
            created INTEGER NOT NULL,
            previous INTEGER NOT NULL,
            deleted INTEGER NOT NULL,
            expires INTEGER,
            value BLOB)
          """,
          "CREATE UNIQUE INDEX log_key ON log (key, revision, deleted)",
          "CREATE INDEX log_revision ON log (revision)",
          "CREATE INDEX log_expires ON log (expires) WHERE expires IS NOT NULL",
          "PRAGMA application_id = " + APPLICATION,
          "PRAGMA user_version = " + VERSION);

  private final Path file;

  Database(Path file) {
    this.file = file.toAbsolutePath();
  }

  Path file() {
    return file;
  }

  Path log() {
    return file.resolveSibling(file.getFileName() + "-wal");
  }

  /**
   * Creates the file, readable by its owner only: SQLite gives the files beside it the same mode.
   */
  void create() {
    try {
      var folder = file.getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      if (Files.notExists(file)) {
        createPrivate(file);
      }
    } catch (IOException e) {
      throw new StoreException(
          "The store's file (%s) cannot be created: %s. Maybe the folder is not writable."
              .formatted(file, e),
          e);
    }
  }

  static void createPrivate(Path file) throws IOException {
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } else {
      Files.createFile(file);
    }
  }

  /** Opens a connection that may write, after creating or checking the schema. */
  Connection writer() throws SQLException {
    var connection = connect();
    try {
      prepare(connection);
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private void prepare(Connection connection) throws SQLException {
    // Nothing is written until it is certain that the file is ours.
    boolean empty = number(connection, "SELECT count(*) FROM sqlite_master") == 0;
    if (!empty) {
      recognise(connection);
    }
    run(connection, "PRAGMA journal_mode = WAL");
    run(connection, "PRAGMA synchronous = FULL");
    run(connection, "PRAGMA cache_size = -32000");
    // The writer checkpoints between commits, when nobody waits, instead of within a commit.
    run(connection, "PRAGMA wal_autocheckpoint = 0");
    if (empty) {
      run(connection, "BEGIN IMMEDIATE");
      for (var statement : SCHEMA) {
        run(connection, statement);
      }
      run(connection, "COMMIT");
    }
    check(connection);
  }

  private void recognise(Connection connection) throws SQLException {
    if (number(connection, "PRAGMA application_id") != APPLICATION) {
      throw new StoreException(
          "The file (%s) is a database of another program. Choose another file for the store."
              .formatted(file));
    }
    long version = number(connection, "PRAGMA user_version");
    if (version > VERSION) {
      throw new StoreException(
          ("The store's file (%s) has format (%d), and this program knows formats up to (%d)."
                  + " Use the newer program that wrote it, or restore a backup from before.")
              .formatted(file, version, VERSION));
    }
  }

  /** Checks for damage that shows without reading the whole file. */
  private void check(Connection connection) throws SQLException {
    run(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
    long heads = number(connection, "SELECT count(*) FROM head");
    long head = number(connection, "SELECT coalesce(max(revision), 0) FROM head");
    long newest = number(connection, "SELECT coalesce(max(revision), 0) FROM log");
    number(connection, "SELECT coalesce(length(value), 0) FROM log ORDER BY id DESC LIMIT 1");
    if (heads != 1 || newest > head) {
      throw damaged("its newest change is (%d) and its head says (%d)".formatted(newest, head));
    }
  }

  /** Opens a connection that only reads. */
  Connection reader() throws SQLException {
    var connection = connect();
    run(connection, "PRAGMA query_only = ON");
    run(connection, "PRAGMA cache_size = -8000");
    return connection;
  }

  private Connection connect() throws SQLException {
    var config = new SQLiteConfig();
    config.setBusyTimeout(BUSY_MILLIS);
    // Otherwise the driver queries the last row id after each insert, with a new statement.
    config.setGetGeneratedKeys(false);
    return config.createConnection("jdbc:sqlite:" + file);
  }

  static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the first number of the first row; 0 if there is none. */
  static long number(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  static void forget(Statement... statements) {
    for (var statement : statements) {
      try {
        statement.close();
      } catch (SQLException _) {
        // It failed before, and the caller was told then.
      }
    }
  }

  StoreException damaged(String how) {
    return new StoreException(damage(how));
  }

  private String damage(String how) {
    return ("The store's file (%s) is damaged: %s. Stop the server, keep a copy of the file and of"
            + " those beside it, and restore a backup; without one, \"sqlite3 FILE .recover\" saves"
            + " what can be read.")
        .formatted(file, how);
  }

  /** Returns an exception that explains an error of SQLite and says what to do about it. */
  StoreException trouble(String doing, SQLException error) {
    // The lower byte is the primary result code, the rest the extended one.
    var message =
        switch (error.getErrorCode() & 0xff) {
          case 13 ->
              "The disk is full: %s (%s) failed, and nothing was changed. Make room; the store continues by itself."
                  .formatted(doing, file);
          case 10 ->
              ("The disk failed: %s (%s) ended with \"%s\". A restart will show whether a write was"
                      + " kept. Check the kernel log and the disk.")
                  .formatted(doing, file, error.getMessage());
          case 11, 26 -> damage(String.valueOf(error.getMessage()));
          case 8, 14 ->
              ("The store's file cannot be opened or written: %s (%s) ended with \"%s\". Check the"
                      + " rights of the file and of its folder.")
                  .formatted(doing, file, error.getMessage());
          default -> "%s (%s) ended with \"%s\".".formatted(doing, file, error.getMessage());
        };
    return new StoreException(message, error);
  }
}
