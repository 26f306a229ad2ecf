package dev.dray.store.sqlite;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Something that a {@link Writer} is to do, and somebody who waits for it. */
final class Request<T> {
  private final Work<T> work;
  private final long bytes;
  private final CompletableFuture<T> answer = new CompletableFuture<>();
  private @Nullable T result;

  /** What is done in the middle of a group. */
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

  /** Does it; nobody is told before all of the group is durable. */
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
