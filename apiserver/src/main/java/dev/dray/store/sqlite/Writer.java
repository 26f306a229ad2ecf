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
 * The only thread that writes to the file. It commits in groups: one commit to disk for all
 * requests that wait.
 *
 * <pre>{@code
 * callers      queue            writer thread
 * commit(a) -+
 * commit(b) -+-> a b c -> BEGIN  a: 7   b: conflict   c: 8   COMMIT (fsync)
 * commit(c) -+                                                  |
 *                                                   revision = 8, watches wake
 *                                                               |
 *                                            a: Committed(7)  b: Conflict  c: Committed(8)
 * }</pre>
 *
 * <p><b>What is durable when.</b> The file is in WAL mode with {@code synchronous = FULL}, so
 * SQLite has synced the log when COMMIT returns. Only then does {@link #revision()} move, are
 * watches woken, and are callers answered, in this order. A crash before that loses requests that
 * nobody was told of; a crash after it loses nothing. A caller that was answered finds its write at
 * or below {@link #revision()} and in every read that starts afterwards.
 *
 * <p><b>Order.</b> Requests are judged one after the other, each against the state that those
 * before it in the group leave, by one thread on the only connection that writes. So preconditions
 * need no locks, and revisions are consecutive. A conflict is an ordinary result: it leaves no row,
 * takes no revision, and does not disturb the rest of the group.
 *
 * <p><b>Failure.</b> If anything in a group fails, the whole group is rolled back and each of its
 * callers gets the error. A COMMIT that reported an error may have been kept all the same; so the
 * head is read again, and if it has moved, the recent commits in memory are dropped and watches
 * read the log. Statements are prepared anew, because the driver gives up those that failed.
 *
 * <p><b>Other work of the thread.</b> Deletions of expired keys are transactions like any other, on
 * condition that the key is still at the revision that had the lifetime. A step of compaction rides
 * along with a group. A checkpoint runs between groups.
 *
 * <p><b>Cost.</b> A sync of the disk per group instead of per write: with n callers at once, n
 * writes share one, and a caller waits for at most the group that is under way and its own, unless
 * more than {@code GROUP} requests or {@code GROUP_BYTES} wait before it. A lone writer pays one
 * sync per write.
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

  /** Hands work to the writer thread and waits until it is durable. */
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

  /** Finishes the requests that wait, and ends the thread. */
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
        // Nobody interrupts this thread on purpose: it ends by the request that close() adds.
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

  /** Prepares all statements anew after an error, because the driver gives up one that failed. */
  private void renew() throws SQLException {
    if (!renewed) {
      log = new LogWriter(connection, clock);
      logCompaction = new LogCompaction(connection);
      renewed = true;
    }
  }

  /**
   * Commits a group as a whole; its callers get their results, or the error. Returns whether it
   * worked.
   */
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

  /** Picks up a commit that failed but was kept after all: watches then find it in the log. */
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
      // A shorter pause does no harm.
    }
  }
}
