package dev.dray.watch;

import dev.dray.store.KeyChange;
import dev.dray.store.Watch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The changes after a revision of what begins with a prefix, for one reader: in order, none left
 * out, none twice.
 *
 * <p>As long as it keeps up it reads what all readers share. A reader that begins too far back, or
 * falls behind, is given the changes from the store until it has caught up.
 */
public final class Feed implements AutoCloseable {
  private static final int MOST_PASSED_AT_ONCE = 512;

  private final Cache cache;
  private final String prefix;
  private final Deque<Event> pending = new ArrayDeque<>();

  /** Where it stands among the shared changes; null while it reads from the store. */
  private @Nullable Link at;

  private @Nullable Watch replay;

  /** Everything up to this revision was told. */
  private long complete;

  /** The revision of the last change, of which more may come, and what of it was seen. */
  private long last;

  private final Set<String> keysOfLast = new HashSet<>();

  private Feed(Cache cache, String prefix, long after, @Nullable Link at, @Nullable Watch replay) {
    this.cache = cache;
    this.prefix = prefix;
    this.complete = after;
    this.last = after;
    this.at = at;
    this.replay = replay;
  }

  static Feed shared(Cache cache, String prefix, long after, Link at) {
    return new Feed(cache, prefix, after, at, null);
  }

  static Feed replayed(Cache cache, String prefix, long after, Watch replay) {
    return new Feed(cache, prefix, after, null, replay);
  }

  /**
   * The next change, or nothing if none comes in time.
   *
   * @throws dev.dray.store.StoreException if the store fails, or has forgotten what comes next
   */
  public Optional<Event> next(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      var ready = pending.poll();
      if (ready != null) {
        return Optional.of(ready);
      }
      var left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
      var from = replay;
      boolean moved = from != null ? replay(from, left) : advance(left);
      if (cache.isClosed() || (!moved && left.isZero())) {
        return Optional.empty();
      }
    }
  }

  /** The revision up to which this feed has told everything, for a bookmark. */
  public long revision() {
    // The revision first: what the cache has reached before is in the chain already.
    long reached = cache.revision();
    var waiting = pending.peek();
    if (waiting != null) {
      // What comes from the store comes in batches: only what is before its next change was told.
      return Math.min(complete, waiting.revision() - 1);
    }
    if (at != null && at.peek() == null) {
      complete = Math.max(complete, reached);
    }
    return complete;
  }

  /** Goes on to the next change of the prefix among those that all share. */
  private boolean advance(Duration patience) throws InterruptedException {
    var next = at == null ? null : at.await(patience);
    for (int passed = 0; next != null && passed < MOST_PASSED_AT_ONCE; passed++) {
      if (next.isLeftBehind()) {
        if (cache.isClosed()) {
          return false;
        }
        at = null;
        replay = cache.replay(prefix, complete);
        return true;
      }
      at = next;
      var event = next.event();
      if (event != null && take(event)) {
        return true;
      }
      next = next.peek();
    }
    return next != null;
  }

  /** Takes a change unless it was told, or is none of the prefix. */
  private boolean take(Event event) {
    if (event.revision() > last) {
      complete = Math.max(complete, last);
      last = event.revision();
      keysOfLast.clear();
    } else if (event.revision() < last || last <= complete) {
      return false;
    }
    boolean fresh = event.key().startsWith(prefix) && keysOfLast.add(event.key());
    if (fresh) {
      pending.add(event);
    }
    return fresh;
  }

  private boolean replay(Watch from, Duration patience) throws InterruptedException {
    var batch = from.next(patience);
    for (var change : batch.changes()) {
      take(event(change));
    }
    complete = Math.max(complete, batch.revision());
    last = Math.max(last, complete);
    // Only what the cache has reached is told apart exactly from what is still to come.
    var link = complete <= cache.revision() ? cache.linkAfter(prefix, complete) : null;
    if (link != null) {
      from.close();
      replay = null;
      at = link;
    }
    return !batch.changes().isEmpty() || link != null;
  }

  private static Event event(KeyChange change) {
    var before = change.previous().map(Item::new);
    return switch (change) {
      case KeyChange.Put(var entry, _) ->
          new Event(entry.key(), entry.revision(), Optional.of(new Item(entry)), before);
      case KeyChange.Deleted(var key, var at, _) -> new Event(key, at, Optional.empty(), before);
    };
  }

  @Override
  public void close() {
    if (replay != null) {
      replay.close();
    }
  }
}
