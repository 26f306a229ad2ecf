package dev.dray.watch;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A place in the chain of events of a topic: an event, and what comes after it.
 *
 * <p>Readers hold the link they have come to, and nothing else: no queue for each of them, and what
 * all of them have passed is garbage. To wait for the next event is to wait for a link to be
 * followed by another.
 */
final class Link {
  private static final Link LEFT_BEHIND = new Link(null);

  private final @Nullable Event event;
  private final CompletableFuture<Link> next = new CompletableFuture<>();

  Link(@Nullable Event event) {
    this.event = event;
  }

  @Nullable Event event() {
    return event;
  }

  void follow(Link link) {
    next.complete(link);
  }

  /**
   * Lets go of what comes after, so that a reader who stands here and does not go on keeps nothing
   * alive but this. Once it goes on, it learns that it has been left behind.
   */
  void cut() {
    next.obtrudeValue(LEFT_BEHIND);
  }

  boolean isLeftBehind() {
    return this == LEFT_BEHIND;
  }

  /** The next link if it is there. */
  @Nullable Link peek() {
    return next.isDone() ? next.join() : null;
  }

  /** The next link, or null if it does not come in time. */
  @Nullable Link await(Duration patience) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (next.isDone() || patience.isZero()) {
      return peek(); // Without an exception for what is no surprise.
    }
    try {
      return next.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      throw new IllegalStateException("A link was broken.", e);
    }
  }
}
