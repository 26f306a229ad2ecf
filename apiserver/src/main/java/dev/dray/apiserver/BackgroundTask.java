package dev.dray.apiserver;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A value that is computed on a thread of its own while other things are set up. */
final class BackgroundTask<T> {
  private final CompletableFuture<T> made;

  private BackgroundTask(CompletableFuture<T> made) {
    this.made = made;
  }

  /** Starts to compute a value on a daemon thread, which does not keep the process alive. */
  static <T> BackgroundTask<T> by(String thread, Supplier<T> maker) {
    requireNonNull(maker, "maker");
    return new BackgroundTask<>(
        CompletableFuture.supplyAsync(
            maker, task -> Thread.ofPlatform().name(thread).daemon().start(task)));
  }

  /** Waits for the value and returns it; throws what its supplier threw. */
  T join() {
    try {
      return made.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  /**
   * Waits for the value and disposes of it. The supplier cannot be cancelled, and one that ran on
   * after its start was given up would write files that somebody else has begun to delete.
   */
  void end(Consumer<T> how) {
    boolean failed = made.handle((_, failure) -> failure != null).join();
    if (!failed) {
      how.accept(made.resultNow());
    }
  }
}
