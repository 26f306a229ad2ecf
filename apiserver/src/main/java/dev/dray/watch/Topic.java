package dev.dray.watch;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one kind, by key, and the window of its latest events.
 *
 * <p>The window is a queue of {@link Link}s, oldest first. Events are appended in two steps: {@link
 * #apply} links them to each other behind a gap, and {@link #show} closes the gap, so that readers
 * see a batch as a whole and are woken once. When the oldest link is evicted, its pointer to the
 * next link is replaced by a marker; a reader that is still at this link has to ask the store.
 * {@link Feed} describes the whole.
 *
 * <p>Changed by one thread, the one that follows the store. Everything happens under the cache's
 * lock.
 */
final class Topic {
  private final NavigableMap<String, Item> items = new TreeMap<>();
  private final Window limits;
  private final Deque<Link> window = new ArrayDeque<>();
  private Link last = new Link(null);

  /**
   * The last link that readers can reach. {@link #unshown} is the first that they cannot reach yet.
   */
  private Link shown = last;

  private @Nullable Link unshown;
  private long weight;

  /** The revision up to which events are no longer in the window. */
  private long forgotten;

  Topic(Window limits, long since) {
    this.limits = limits;
    this.forgotten = since;
  }

  NavigableMap<String, Item> items() {
    return items;
  }

  /** Returns the last link: its successor is still to come. */
  Link last() {
    return last;
  }

  void put(Item item) {
    items.put(item.key(), item);
  }

  /** Applies a change; readers can reach it once {@link #show} is called. */
  void apply(Event event) {
    settle(event);
    var link = new Link(event);
    if (unshown == null) {
      unshown = link;
    } else {
      last.follow(link);
    }
    last = link;
    window.add(link);
    weight += event.weight();
    while (window.size() > limits.events() || (weight > limits.bytes() && window.size() > 1)) {
      forget();
    }
  }

  /**
   * Lets readers reach all that was applied. They are woken once for all of it: waking each of them
   * for each change would cost more than the changes do.
   */
  void show() {
    if (unshown != null) {
      shown.follow(unshown);
      unshown = null;
      shown = last;
    }
  }

  /**
   * Begins a new chain, because changes are missing between the old one and what comes next.
   * Readers of the old chain are left behind and have to ask the store.
   */
  void breakOff(long at) {
    window.forEach(Link::cut);
    window.clear();
    weight = 0;
    shown.cut();
    last = new Link(null);
    shown = last;
    unshown = null;
    forgotten = at;
  }

  /** Applies a change to the objects alone, without an event for readers. */
  void settle(Event event) {
    event.now().ifPresentOrElse(this::put, () -> items.remove(event.key()));
  }

  private void forget() {
    var link = window.remove();
    link.cut();
    var oldest = link.event();
    if (oldest != null) {
      weight -= oldest.weight();
      forgotten = oldest.revision();
    }
  }

  /**
   * Returns the link after which all events after a revision follow; null if some have left the
   * window.
   */
  @Nullable Link after(long revision) {
    if (revision < forgotten) {
      return null;
    }
    // Searches from the newest backwards: most readers have missed little.
    Link first = null;
    for (var links = window.descendingIterator(); links.hasNext(); ) {
      var link = links.next();
      var event = link.event();
      if (event != null && event.revision() <= revision) {
        return link;
      }
      first = link;
    }
    return first == null ? last : beginning(first);
  }

  /** Returns a link without an event, in front of the first one of the window. */
  private static Link beginning(Link first) {
    var start = new Link(null);
    start.follow(first);
    return start;
  }

  Collection<Item> within(String prefix) {
    return items.subMap(prefix, true, prefix + Character.MAX_VALUE, false).values();
  }
}
