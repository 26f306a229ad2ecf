package dev.dray.watch;

import dev.dray.api.json.Json;
import dev.dray.store.CompactedException;
import dev.dray.store.KeyChange;
import dev.dray.store.Page;
import dev.dray.store.RangeRequest;
import dev.dray.store.Store;
import dev.dray.store.StoreEntry;
import dev.dray.store.StoreException;
import dev.dray.store.Watch;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All objects of a store in memory, kept current by watching the store: the watch cache.
 *
 * <pre>{@code
 * store.watch(ROOT, revision)
 *           |  a batch: changes up to revision r
 *           v
 * follower thread:  1. tell listeners          (guard, collectors, facts)
 *                   2. under the write lock:   apply to topics, show links, revision = r
 *           |
 *           v
 * readers, under the read lock:   find, list, open   ->  contents as of revision
 * feeds, without a lock:          the chain of links ->  changes after a revision
 * waiters:                        await(r)           ->  woken when revision >= r
 * }</pre>
 *
 * <p><b>Invariant.</b> Under the lock, the contents are those of the store at {@link #revision()}:
 * every change up to it is applied, and none after it. A batch of the store holds all changes of a
 * revision or none, and a batch is applied under one write lock, so no reader sees half a
 * transaction. Listeners hear of a change before any reader can see its revision. A check that
 * reads the cache at revision r and then asks a listener's index therefore finds the index at r or
 * later, never earlier.
 *
 * <p><b>Consistent reads.</b> The cache alone may be behind: another server sharing an etcd has
 * acknowledged writes that have not arrived here. {@link #catchUp} asks the store for its newest
 * revision and waits until the cache has reached it. Whatever was acknowledged before the call is
 * then in the cache, so the read is linearizable, at the price of one small question to the store
 * instead of a list (upstream's ConsistentListFromCache).
 *
 * <p><b>Failures.</b> If the watch fails, the follower pauses and opens another from {@link
 * #revision()}; nothing is lost, and {@link #trouble()} says why the cache is behind. If the store
 * has compacted what was missed, the cache lists everything and applies the difference. Listeners
 * are told of the difference, because they need the state only. Feeds are not, because a difference
 * is not what happened: their chains are broken off, and each asks the store, which answers or
 * reports that the revision is compacted.
 *
 * <p><b>Cost.</b> One thread follows, any number read. A lookup is O(log n) in the objects of its
 * kind, a list is proportional to its result, and neither touches the disk. In memory are the bytes
 * of every object and, per kind, a {@link Window} of past events.
 *
 * <p>A cache on request ({@link #onRequest}) has no thread: the caller that waits also follows the
 * store. It is for one thread only.
 */
public final class Cache implements AutoCloseable {
  /** The prefix of the keys of all objects. */
  public static final String ROOT = "/registry/";

  private static final Logger LOG = System.getLogger(Cache.class.getName());
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(250);
  private static final int MOST_YIELDS = 8;

  /**
   * A receiver of every change, called by the following thread before readers can see its revision.
   */
  public interface Listener {
    void changed(Event event);
  }

  private final Store store;
  private final Window window;
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<String, Topic> topics = new HashMap<>();
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final ReentrantLock progress = new ReentrantLock();
  private final Condition progressed = progress.newCondition();
  private final FreshTrees fresh = new FreshTrees();
  private final Optional<Thread> follower;
  private volatile long revision;
  private volatile boolean closed;
  private volatile @Nullable String trouble;
  private volatile @Nullable Watch watch;

  private enum Following {
    ALWAYS,
    ON_REQUEST
  }

  private Cache(Store store, Window window, Following following) {
    this.store = store;
    this.window = window;
    this.follower =
        switch (following) {
          case ALWAYS ->
              Optional.of(Thread.ofPlatform().name("dray-cache").daemon().unstarted(this::follow));
          case ON_REQUEST -> Optional.empty();
        };
  }

  /** Loads all objects and begins to follow the store. */
  public static Cache start(Store store, List<Listener> listeners) {
    return start(store, listeners, Window.DEFAULT);
  }

  /** Does the same, with less or more of the past in memory. */
  public static Cache start(Store store, List<Listener> listeners, Window window) {
    return start(new Cache(store, window, Following.ALWAYS), listeners);
  }

  /**
   * Loads all objects, and follows the store only while {@link #catchUp} or {@link #await} is
   * called: for simulations, in which nothing may happen by itself.
   */
  public static Cache onRequest(Store store, List<Listener> listeners, Window window) {
    return start(new Cache(store, window, Following.ON_REQUEST), listeners);
  }

  private static Cache start(Cache cache, List<Listener> listeners) {
    cache.listeners.addAll(listeners);
    cache.load();
    cache.follower.ifPresent(Thread::start);
    return cache;
  }

  private void load() {
    var page = store.list(RangeRequest.all(ROOT));
    for (var entry : page.entries()) {
      var item = new Item(entry);
      topic(entry.key(), page.revision()).put(item);
      tell(new Event(item.key(), item.revision(), Optional.of(item), Optional.empty()));
    }
    revision = page.revision();
  }

  /** Returns the revision up to which every change is in the cache. */
  public long revision() {
    return revision;
  }

  /** Returns why the store cannot be followed at the moment; empty if it can. */
  public Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  /** Waits until the cache has every write acknowledged so far, by whichever server. */
  public long catchUp(Duration patience) throws InterruptedException {
    long newest = store.revision();
    if (!await(newest, patience)) {
      throw new StoreException(
          "The watch cache is behind the store: it has reached revision %d of %d%s. Try again."
              .formatted(revision, newest, trouble().map(it -> " (" + it + ")").orElse("")));
    }
    return newest;
  }

  /** Waits until the cache has reached a revision; returns whether it did in time. */
  public boolean await(long wanted, Duration patience) throws InterruptedException {
    if (revision >= wanted) {
      return true;
    }
    if (follower.isEmpty()) {
      return followTo(wanted);
    }
    letOthersRun(wanted);
    long nanos = patience.toNanos();
    progress.lockInterruptibly();
    try {
      while (revision < wanted && nanos > 0 && !closed) {
        nanos = progressed.awaitNanos(nanos);
      }
    } finally {
      progress.unlock();
    }
    return revision >= wanted;
  }

  /**
   * Yields a few times before waiting. An acknowledged write reaches the cache a moment later. A
   * virtual thread spends that moment best on others: setting a timer, being woken and cancelling
   * the timer takes longer than most waits last.
   */
  @SuppressWarnings("ThreadPriorityCheck") // Only an optimisation: a real wait follows.
  private void letOthersRun(long wanted) {
    if (Thread.currentThread().isVirtual()) {
      for (int i = 0; i < MOST_YIELDS && revision < wanted; i++) {
        Thread.yield();
      }
    }
  }

  public Optional<Item> find(String key) {
    lock.readLock().lock();
    try {
      var topic = topics.get(topicOf(key));
      return topic == null ? Optional.empty() : Optional.ofNullable(topic.items().get(key));
    } finally {
      lock.readLock().unlock();
    }
  }

  /** The objects of a prefix, in key order, as of a revision. */
  public record Contents(List<Item> items, long revision) {
    public Contents {
      items = List.copyOf(items);
    }
  }

  /** Returns all objects whose keys begin with a prefix, which names at least a kind. */
  public Contents list(String prefix) {
    lock.readLock().lock();
    try {
      var topic = topics.get(topicOf(prefix));
      return new Contents(
          topic == null ? List.of() : new ArrayList<>(topic.within(prefix)), revision);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Returns the number of objects of each kind, by the prefix of their keys. */
  public Map<String, Integer> counts() {
    lock.readLock().lock();
    try {
      var counts = new TreeMap<String, Integer>();
      topics.forEach((prefix, topic) -> counts.put(prefix, topic.items().size()));
      return counts;
    } finally {
      lock.readLock().unlock();
    }
  }

  /** The objects of a prefix, and a feed of all changes after them. */
  public record Opening(Contents contents, Feed feed) {}

  public Opening open(String prefix) {
    return read(
        prefix,
        topic -> {
          var contents = new Contents(new ArrayList<>(topic.within(prefix)), revision);
          return new Opening(contents, Feed.shared(this, prefix, revision, topic.last()));
        });
  }

  /**
   * Reads a topic under the read lock if it exists, so that thousands of watchers that start at
   * once do not queue; only the first reader of a kind takes the write lock.
   */
  private <T extends @Nullable Object> T read(String prefix, Function<Topic, T> look) {
    lock.readLock().lock();
    try {
      var known = topics.get(topicOf(prefix));
      if (known != null) {
        return look.apply(known);
      }
    } finally {
      lock.readLock().unlock();
    }
    lock.writeLock().lock();
    try {
      return look.apply(topic(prefix, revision));
    } finally {
      lock.writeLock().unlock();
    }
  }

  /**
   * Returns a feed of all changes after a revision.
   *
   * @throws CompactedException if the store has compacted changes after that revision
   */
  public Feed follow(String prefix, long after) {
    var link = linkAfter(prefix, after);
    if (link != null) {
      return Feed.shared(this, prefix, after, link);
    }
    return Feed.replayed(this, prefix, after, store.watch(prefix, after));
  }

  /**
   * Returns the link after which events after a revision begin; null if only the store has them.
   */
  @Nullable Link linkAfter(String prefix, long after) {
    return this.<@Nullable Link>read(prefix, topic -> topic.after(after));
  }

  Watch replay(String prefix, long after) {
    return store.watch(prefix, after);
  }

  /** Returns the topic of a key or prefix: its first three parts, which name a kind. */
  static String topicOf(String key) {
    int group = key.indexOf('/', ROOT.length());
    int plural = group < 0 ? -1 : key.indexOf('/', group + 1);
    return plural < 0 ? key : key.substring(0, plural + 1);
  }

  private Topic topic(String key, long since) {
    return topics.computeIfAbsent(topicOf(key), _ -> new Topic(window, since));
  }

  private void follow() {
    while (!closed) {
      try (var opened = store.watch(ROOT, revision)) {
        watch = opened;
        trouble = null;
        while (!closed) {
          take(opened.next(POLL));
        }
      } catch (CompactedException e) {
        reload();
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        // Everything is caught, not only StoreException: without this thread the server would go on
        // answering, from stale data.
        pause(e);
      }
    }
  }

  /** Takes what the store has now. That is all that can come: nobody else writes meanwhile. */
  private boolean followTo(long wanted) throws InterruptedException {
    long before;
    do {
      before = revision;
      try {
        var opened = watch == null ? store.watch(ROOT, revision) : watch;
        watch = opened;
        take(opened.next(Duration.ZERO));
      } catch (CompactedException e) {
        watch = null;
        reload();
      }
    } while (revision < wanted && revision > before);
    return revision >= wanted;
  }

  private void pause(RuntimeException e) {
    if (closed) {
      return;
    }
    if (trouble == null) {
      LOG.log(Level.WARNING, "The store cannot be watched; retrying.", e);
    }
    trouble = String.valueOf(e.getMessage());
    try {
      Thread.sleep(PAUSE_AFTER_FAILURE);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(Watch.Batch batch) {
    var events = new ArrayList<Event>(batch.changes().size());
    var earlier = new HashMap<String, Optional<Item>>();
    for (var change : batch.changes()) {
      var event = event(change, earlier);
      earlier.put(event.key(), event.now());
      events.add(event);
    }
    take(events, batch.revision());
  }

  private Event event(KeyChange change, Map<String, Optional<Item>> earlier) {
    var here = earlier.containsKey(change.key()) ? earlier.get(change.key()) : find(change.key());
    var before = here != null && here.isPresent() ? here : change.previous().map(Item::new);
    return switch (change) {
      case KeyChange.Put(var entry, _) ->
          new Event(entry.key(), entry.revision(), Optional.of(item(entry)), before);
      case KeyChange.Deleted(var key, var at, _) -> new Event(key, at, Optional.empty(), before);
    };
  }

  private Item item(StoreEntry entry) {
    var tree = fresh.find(entry.value());
    if (tree.isEmpty()) {
      return new Item(entry);
    }
    var item = new Item(entry, tree.get());
    // Kept here in the form readers ask for, because the item itself refers to its tree only
    // weakly.
    fresh.put(entry.value(), item.tree());
    return item;
  }

  /**
   * Announces the tree of bytes that are about to be given to the store, to save parsing them when
   * they come back.
   *
   * @param tree without a resource version, with fields in the order of the bytes
   */
  public void expect(byte[] bytes, Json.Obj tree) {
    fresh.put(bytes, tree);
  }

  /** Tells listeners first; then lets readers see all changes and the revision at once. */
  private void take(List<Event> events, long reached) {
    events.forEach(this::tell);
    if (events.isEmpty()) {
      reach(reached);
      return;
    }
    lock.writeLock().lock();
    try {
      var changed = new LinkedHashSet<Topic>();
      for (var event : events) {
        var topic = topic(event.key(), revision);
        topic.apply(event);
        changed.add(topic);
      }
      changed.forEach(Topic::show);
      reach(reached);
    } finally {
      lock.writeLock().unlock();
    }
  }

  private void tell(Event event) {
    for (var listener : listeners) {
      try {
        listener.changed(event);
      } catch (RuntimeException e) {
        // A listener that fails must not keep everyone else from seeing the change.
        LOG.log(Level.ERROR, "A listener failed at " + event.key(), e);
      }
    }
  }

  private void reach(long reached) {
    if (reached <= revision) {
      return;
    }
    progress.lock();
    try {
      revision = reached;
      progressed.signalAll();
    } finally {
      progress.unlock();
    }
  }

  /**
   * Lists the store and applies the difference, after the store has compacted what was missed.
   *
   * <p>Listeners are told of the difference. Feeds are not: a difference is not what happened.
   * Their chains are broken off, and they ask the store, which reports if it has compacted what
   * they missed, too.
   */
  private void reload() {
    try {
      var page = store.list(RangeRequest.all(ROOT));
      var events = difference(page);
      events.forEach(this::tell);
      lock.writeLock().lock();
      try {
        events.forEach(event -> topic(event.key(), page.revision()).settle(event));
        topics.values().forEach(topic -> topic.breakOff(page.revision()));
        reach(page.revision());
      } finally {
        lock.writeLock().unlock();
      }
    } catch (RuntimeException e) {
      pause(e);
    }
  }

  private List<Event> difference(Page page) {
    var gone = new TreeMap<String, Item>();
    lock.readLock().lock();
    try {
      topics.values().forEach(topic -> gone.putAll(topic.items()));
    } finally {
      lock.readLock().unlock();
    }
    var events = new ArrayList<Event>();
    for (var entry : page.entries()) {
      var known = Optional.ofNullable(gone.remove(entry.key()));
      if (known.isEmpty() || known.get().revision() != entry.revision()) {
        events.add(changed(entry, known, page.revision()));
      }
    }
    gone.forEach(
        (key, item) ->
            events.add(new Event(key, page.revision(), Optional.empty(), Optional.of(item))));
    return events;
  }

  private static Event changed(StoreEntry entry, Optional<Item> known, long at) {
    return new Event(entry.key(), at, Optional.of(new Item(entry)), known);
  }

  /** Wakes every feed that waits for a change: none will come any more. */
  private void wakeFeeds() {
    lock.writeLock().lock();
    try {
      topics.values().forEach(topic -> topic.last().cut());
    } finally {
      lock.writeLock().unlock();
    }
  }

  @Override
  public void close() {
    closed = true;
    wakeFeeds();
    var open = watch;
    if (open != null) {
      open.close();
    }
    progress.lock();
    try {
      progressed.signalAll();
    } finally {
      progress.unlock();
    }
    follower.ifPresent(Cache::join);
  }

  private static void join(Thread thread) {
    try {
      thread.join(TimeUnit.SECONDS.toMillis(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isClosed() {
    return closed;
  }
}
