package dev.dray.watch;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one kind, by key, and their latest events.
 *
 * <p>Changed by one thread; everything is done under the cache's lock.
 */
final class Topic {
  private final NavigableMap<String, Item> items = new TreeMap<>();
  private final Window limits;
  private final Deque<Link> window = new ArrayDeque<>();
  private Link last = new Link(null);

  /** The last link that readers can come to, and the first one that they cannot come to yet. */
  private Link shown = last;

  private @Nullable Link unshown;
  private long weight;

  /** Events up to this revision are not in the window. */
  private long forgotten;

  Topic(Window limits, long since) {
    this.limits = limits;
    this.forgotten = since;
  }

  NavigableMap<String, Item> items() {
    return items;
  }

  /** The last link: what follows it is still to come. */
  Link last() {
    return last;
  }

  void put(Item item) {
    items.put(item.key(), item);
  }

  /** Takes a change over; readers come to it when {@link #show} is called. */
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
   * Lets readers come to all that was applied. They are woken once for all of it: to wake each of
   * them for each change would cost more than the changes do.
   */
  void show() {
    if (unshown != null) {
      shown.follow(unshown);
      unshown = null;
      shown = last;
    }
  }

  /**
   * Begins a new chain: between what was told so far and what comes now some changes are missing.
   * Whoever reads the old one is left behind, and has to ask the store for what comes next.
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

  /** Takes over what is there now, without telling readers. */
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

  /** The link after which all events after this revision come; null if some are forgotten. */
  @Nullable Link after(long revision) {
    if (revision < forgotten) {
      return null;
    }
    // From the newest backwards: most who ask have missed little.
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

  /** A link in front of the first one of the window. */
  private static Link beginning(Link first) {
    var start = new Link(null);
    start.follow(first);
    return start;
  }

  Collection<Item> within(String prefix) {
    return items.subMap(prefix, true, prefix + Character.MAX_VALUE, false).values();
  }
}
