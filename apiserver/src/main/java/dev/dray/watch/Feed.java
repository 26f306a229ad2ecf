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
 * The changes after a revision to keys with a prefix, for one watcher: in order, without gaps or
 * repetitions.
 *
 * <p>All feeds of a kind read one chain of events, which {@code Topic} appends to and {@code Link}
 * makes up. A feed holds a pointer into the chain instead of a queue of events; {@code pending}
 * holds the event just read or, after a read from the store, what is left of its batch:
 *
 * <pre>{@code
 * evicted    | window: at most N events, B bytes |
 *  [e4] -X-  | [e5] --> [e6] --> [e7] --> [e8]   | --> (to come)
 *   ^                     ^                 ^
 * feed A                feed B            feed C, which waits
 *   |
 *   +--> store.watch(prefix, complete) --> back to the chain
 * }</pre>
 *
 * <p><b>Invariant.</b> {@code complete} is a revision up to which every change of the prefix was
 * queued for the reader. {@code last} is the revision of the newest change seen, and {@code
 * keysOfLast} are its keys seen so far. A transaction writes several keys at one revision, so while
 * {@code last} is above {@code complete}, more keys of it may follow.
 *
 * <p><b>No gap.</b> On the chain, each link leads to the next event of the topic, so nothing is
 * skipped. A feed that falls out of the window finds the mark of a cut link instead of an event,
 * and asks the store for everything after {@code complete}. It returns to the chain only at a link
 * for which the topic vouches that all later events follow it.
 *
 * <p><b>No repetition.</b> The store repeats a revision of which the chain had shown a part,
 * because it starts after {@code complete}. {@code take} drops what is older than {@code last},
 * what is at or below {@code complete}, and the keys of {@code last} that were seen.
 *
 * <p><b>Bookmarks.</b> {@link #revision()} may run ahead of the last event. It reads the cache's
 * revision first and then looks for a successor in the chain. The cache links events before it
 * publishes their revision, so if there is no successor, there was nothing for this feed up to that
 * revision.
 *
 * <p><b>Cost.</b> An event costs one link, whatever the number of watchers, and each waiting
 * watcher is woken once per batch, not per event. A slow watcher keeps one link and its event
 * alive, nothing after it; it pays with reads of the store, and nobody else does. A feed of one
 * namespace passes over the events of others, at the price of a prefix comparison each.
 */
public final class Feed implements AutoCloseable {
  private static final int MOST_PASSED_AT_ONCE = 512;

  private final Cache cache;
  private final String prefix;
  private final Deque<Event> pending = new ArrayDeque<>();

  /** The link of the shared chain that was read last; null while reading from the store. */
  private @Nullable Link at;

  private @Nullable Watch replay;

  /** The revision up to which every change of the prefix was queued for the reader. */
  private long complete;

  /**
   * The revision of the newest change seen. More keys of it may follow; see {@link #keysOfLast}.
   */
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
   * Returns the next change; empty if none comes in time or the cache is closed.
   *
   * @throws dev.dray.store.StoreException if the store fails, or has compacted what comes next
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

  /** Returns the revision up to which this feed has returned every change, for a bookmark. */
  public long revision() {
    // Read before the chain: events up to this revision are linked already.
    long reached = cache.revision();
    var waiting = pending.peek();
    if (waiting != null) {
      // The store delivers batches: only what precedes the next waiting change was returned.
      return Math.min(complete, waiting.revision() - 1);
    }
    if (at != null && at.peek() == null) {
      complete = Math.max(complete, reached);
    }
    return complete;
  }

  /** Moves along the shared chain to the next change of the prefix; returns whether it moved. */
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

  /** Queues a change, unless it was queued before or is outside the prefix. */
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
    // Only up to the cache's own revision can the topic tell exactly which events are still to
    // come.
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
