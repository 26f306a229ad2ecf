package dev.dray.watch;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A link of a topic's chain of events: an event, and the link that follows it.
 *
 * <p>A reader holds the link it read last, and nothing else. There is no queue per reader. A link
 * is garbage once it has left the topic's window and all readers have passed it. To wait for the
 * next event is to wait for this link's successor, which is a future completed once for all
 * readers.
 *
 * <p>A link that leaves the topic's window is {@link #cut}: its successor is replaced by a marker.
 * Without that, one reader that stands still would keep every later event alive. {@link Feed}
 * describes the whole.
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
   * Replaces the successor by a marker, so that a reader that stays here keeps nothing alive but
   * this link. When it moves on, it finds that it was left behind. Wakes readers that wait here.
   */
  void cut() {
    next.obtrudeValue(LEFT_BEHIND);
  }

  boolean isLeftBehind() {
    return this == LEFT_BEHIND;
  }

  /** Returns the next link; null if there is none yet. */
  @Nullable Link peek() {
    return next.isDone() ? next.join() : null;
  }

  /** Returns the next link; null if it does not come in time. */
  @Nullable Link await(Duration patience) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (next.isDone() || patience.isZero()) {
      return peek(); // Avoids a TimeoutException for the common case.
    }
    try {
      return next.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      throw new IllegalStateException("A link never completes exceptionally.", e);
    }
  }
}
