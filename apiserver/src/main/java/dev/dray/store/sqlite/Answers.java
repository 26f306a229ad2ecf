package dev.dray.store.sqlite;

import dev.dray.store.CompactedException;
import dev.dray.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waiting for what another thread does. */
final class Answers {
  private Answers() {}

  /**
   * Waits for an answer, interrupted or not: who asked for a write must learn what became of it.
   */
  static <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw switch (e.getCause()) {
        case CompactedException it -> it;
        // Several may wait for the same: each gets its own, with its own stack.
        case StoreException it -> new StoreException(String.valueOf(it.getMessage()), it);
        case Throwable it -> new StoreException("The store failed: %s.".formatted(it), it);
        case null -> new StoreException("The store failed.", e);
      };
    }
  }
}
