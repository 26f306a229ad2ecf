package dev.dray.store.sqlite;

import dev.dray.store.StoreException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** A pool of a few platform threads that read, each through a connection of its own. */
final class Readers implements AutoCloseable {
  private static final int COUNT = 3;

  private final Database database;
  private final ExecutorService threads;
  private final BlockingQueue<LogReader> idle;

  private Readers(Database database, List<LogReader> all) {
    this.database = database;
    this.idle = new ArrayBlockingQueue<>(all.size(), false, all);
    this.threads =
        Executors.newFixedThreadPool(
            all.size(), Thread.ofPlatform().daemon().name("sqlite-reader-", 0).factory());
  }

  static Readers open(Database database) throws SQLException {
    var readers = new ArrayList<LogReader>();
    for (int i = 0; i < COUNT; i++) {
      readers.add(new LogReader(database.reader()));
    }
    return new Readers(database, List.copyOf(readers));
  }

  /** A query of the log. */
  interface Question<T> {
    T ask(LogReader log) throws SQLException;
  }

  /** Runs a query on one of the threads, and waits for the result. */
  <T> T ask(Question<T> question) {
    var answer = new CompletableFuture<T>();
    try {
      threads.execute(() -> answer(question, answer));
    } catch (RejectedExecutionException e) {
      throw new StoreException("The store (%s) is closed.".formatted(database.file()), e);
    }
    return Answers.await(answer);
  }

  private <T> void answer(Question<T> question, CompletableFuture<T> answer) {
    // There are as many connections as threads, so one is always idle here.
    var reader = idle.remove();
    try {
      answer.complete(question.ask(reader));
    } catch (SQLException e) {
      reader = renewed(reader);
      answer.completeExceptionally(database.trouble("reading", e));
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(e);
    } finally {
      idle.add(reader);
    }
  }

  /**
   * Returns a reader with a new connection, because the driver gives up a statement that failed.
   */
  private LogReader renewed(LogReader reader) {
    try {
      var next = new LogReader(database.reader());
      reader.close();
      return next;
    } catch (SQLException _) {
      return reader; // The next query will report what is wrong.
    }
  }

  /** Waits for running queries, and closes the connections. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      boolean done = threads.awaitTermination(1, TimeUnit.MINUTES);
      assert done : "a query takes longer than a minute";
      for (var reader : idle) {
        reader.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException e) {
      throw database.trouble("closing", e);
    }
  }
}
