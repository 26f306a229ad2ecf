package dev.dray.apiserver;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Something that is being made by a thread of its own while other things are made. */
final class Begun<T> {
  private final CompletableFuture<T> made;

  private Begun(CompletableFuture<T> made) {
    this.made = made;
  }

  /** The thread does not keep the process alive. */
  static <T> Begun<T> by(String thread, Supplier<T> maker) {
    requireNonNull(maker, "maker");
    return new Begun<>(
        CompletableFuture.supplyAsync(
            maker, task -> Thread.ofPlatform().name(thread).daemon().start(task)));
  }

  /** What was made; throws what its maker threw. */
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

  /** Nobody needs it any more: it is ended now, or as soon as it is made. */
  void end(Consumer<T> how) {
    if (made.state() == Future.State.SUCCESS) {
      how.accept(made.resultNow());
    } else {
      var _ = made.thenAccept(how);
    }
  }
}
