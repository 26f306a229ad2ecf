package dev.dray.store.sqlite;

import dev.dray.store.CompactedException;
import dev.dray.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for the result of another thread's work. */
final class Answers {
  private Answers() {}

  /**
   * Waits for a result without being interruptible: the caller of a write must learn its outcome.
   */
  static <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw switch (e.getCause()) {
        case CompactedException it -> it;
        // Several callers may share one failure: each gets an exception with its own stack.
        case StoreException it -> new StoreException(String.valueOf(it.getMessage()), it);
        case Throwable it -> new StoreException("The store failed: %s.".formatted(it), it);
        case null -> new StoreException("The store failed.", e);
      };
    }
  }
}
