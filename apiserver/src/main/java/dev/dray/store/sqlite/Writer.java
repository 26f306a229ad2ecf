package dev.dray.store.sqlite;

import dev.dray.store.StoreException;
import dev.dray.store.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The one thread that writes: it takes all that waits, does one after the other, makes everything
 * durable with a single commit, and then tells everyone.
 */
final class Writer {
  private static final System.Logger LOG = System.getLogger(Writer.class.getName());
  private static final int GROUP = 512;
  private static final long GROUP_BYTES = 8L << 20;
  private static final long IDLE_MILLIS = 500;
  private static final long RETRY_MILLIS = 1_000;

  private final Database database;
  private final Connection connection;
  private final Checkpoints checkpoints;
  private final InstantSource clock;
  private final RecentCommits recentCommits;
  private final Lifetimes lifetimes = new Lifetimes();
  private final LinkedBlockingQueue<Request<?>> waiting = new LinkedBlockingQueue<>();
  private final Object door = new Object();
  private final Thread thread =
      Thread.ofPlatform().daemon().name("sqlite-writer").unstarted(this::run);
  private boolean shut;
  private volatile long revision;
  private volatile long compacted;
  private boolean unswept = true;
  private boolean running = true;
  private boolean renewed = true;
  private LogWriter log;
  private LogCompaction logCompaction;

  Writer(Database database, Connection connection, InstantSource clock, long room)
      throws SQLException {
    this.database = database;
    this.clock = clock;
    this.connection = connection;
    this.log = new LogWriter(connection, clock);
    this.logCompaction = new LogCompaction(connection);
    this.checkpoints = new Checkpoints(database, connection);
    this.revision = Database.number(connection, "SELECT revision FROM head");
    this.compacted = logCompaction.declared();
    this.recentCommits = new RecentCommits(revision, room);
    lifetimes.load(connection);
  }

  void start() {
    thread.start();
  }

  long revision() {
    return revision;
  }

  long compacted() {
    return compacted;
  }

  RecentCommits recent() {
    return recentCommits;
  }

  LogWriter log() {
    return log;
  }

  LogCompaction compaction() {
    return logCompaction;
  }

  /** Hands work over and waits until it is durable. */
  <T> T ask(long bytes, Request.Work<T> work) {
    var request = new Request<>(work, bytes);
    synchronized (door) {
      if (shut) {
        throw new StoreException("The store (%s) is closed.".formatted(database.file()));
      }
      waiting.add(request);
    }
    return Answers.await(request.answer());
  }

  /** Does what waits, and ends. */
  void close() {
    synchronized (door) {
      if (shut) {
        return;
      }
      shut = true;
      waiting.add(new Request<>(_ -> running = false, 0));
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    while (running) {
      try {
        var group = group();
        if (!group.isEmpty() || unswept) {
          commit(group);
        }
        deleteExpired();
        checkpoints.whenDue();
      } catch (InterruptedException _) {
        // Nobody interrupts this thread on purpose: it ends when it is told to.
      }
    }
    recentCommits.close();
    checkpoints.last();
    try {
      log.close();
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.WARNING, database.trouble("closing", e).getMessage());
    }
  }

  private List<Request<?>> group() throws InterruptedException {
    var group = new ArrayList<Request<?>>();
    long bytes = 0;
    var next = waiting.poll(idleMillis(), TimeUnit.MILLISECONDS);
    while (next != null) {
      group.add(next);
      bytes += next.bytes();
      next = group.size() < GROUP && bytes < GROUP_BYTES ? waiting.poll() : null;
    }
    return group;
  }

  private long idleMillis() {
    return unswept ? 0 : Math.min(IDLE_MILLIS, lifetimes.millisFrom(clock.millis()));
  }

  /** The driver gives up a statement that failed: after an error all are made anew. */
  private void renew() throws SQLException {
    if (!renewed) {
      log = new LogWriter(connection, clock);
      logCompaction = new LogCompaction(connection);
      renewed = true;
    }
  }

  /** Does a group as a whole; whoever waits learns the outcome, or why there is none. */
  private boolean commit(List<? extends Request<?>> group) {
    try {
      renew();
      log.begin();
      for (var request : group) {
        request.run(this);
      }
      boolean more = unswept && logCompaction.step();
      long declared = logCompaction.declared();
      log.commit();
      unswept = more || declared > compacted;
      compacted = declared;
      publish();
    } catch (SQLException e) {
      fail(group, database.trouble("writing", e));
      return false;
    } catch (RuntimeException | Error e) {
      fail(group, e);
      return false;
    }
    group.forEach(Request::acknowledge);
    return true;
  }

  private void publish() {
    var commits = log.commits();
    if (commits.isEmpty()) {
      return;
    }
    lifetimes.addAll(log.lifetimes());
    revision = log.revision();
    recentCommits.add(commits);
    checkpoints.written(commits);
  }

  private void fail(List<? extends Request<?>> group, Throwable cause) {
    log.rollback();
    log.forget();
    logCompaction.forget();
    renewed = false;
    resume();
    group.forEach(request -> request.refuse(cause));
    if (group.isEmpty()) {
      LOG.log(System.Logger.Level.WARNING, "Compaction waits: " + cause.getMessage());
      pause();
    }
  }

  /** A commit that failed may have been kept after all: then watches find it in the log. */
  private void resume() {
    try {
      long head = Database.number(connection, "SELECT revision FROM head");
      if (head > revision) {
        revision = head;
        recentCommits.restart(head);
      }
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.WARNING, database.trouble("reading", e).getMessage());
    }
  }

  private void deleteExpired() {
    long now = clock.millis();
    for (var due = lifetimes.take(now, GROUP); !due.isEmpty(); due = lifetimes.take(now, GROUP)) {
      var deletions =
          due.stream()
              .map(it -> Transaction.delete(it.key(), it.revision()))
              .map(it -> new Request<>(writer -> writer.log.decide(it), 0))
              .toList();
      if (!commit(deletions)) {
        lifetimes.addAll(
            due.stream()
                .map(it -> new Lifetimes.Due(now + RETRY_MILLIS, it.key(), it.revision()))
                .toList());
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(RETRY_MILLIS);
    } catch (InterruptedException _) {
      // Then a little less.
    }
  }
}
