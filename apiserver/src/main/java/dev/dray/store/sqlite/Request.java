package dev.dray.store.sqlite;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A piece of work for the {@link Writer}, with the future on which its caller waits. */
final class Request<T> {
  private final Work<T> work;
  private final long bytes;
  private final CompletableFuture<T> answer = new CompletableFuture<>();
  private @Nullable T result;

  /** The work, done within the group's transaction. */
  interface Work<T> {
    T run(Writer writer) throws SQLException;
  }

  Request(Work<T> work, long bytes) {
    this.work = work;
    this.bytes = bytes;
  }

  long bytes() {
    return bytes;
  }

  CompletableFuture<T> answer() {
    return answer;
  }

  /** Does the work; its result is held back until the group is durable. */
  void run(Writer writer) throws SQLException {
    result = work.run(writer);
  }

  void acknowledge() {
    if (result != null) {
      answer.complete(result);
    }
  }

  void refuse(Throwable cause) {
    answer.completeExceptionally(cause);
  }
}
