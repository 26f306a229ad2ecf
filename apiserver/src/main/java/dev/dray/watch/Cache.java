package dev.dray.watch;

import static java.util.Objects.requireNonNull;

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
 * All objects of a store in memory, kept up to date by following it.
 *
 * <p>One thread follows; any number read. A reader who needs to see what was acknowledged elsewhere
 * asks the store for its revision and waits here until that has come.
 *
 * <p>A cache on request has no thread: who waits follows, and it is for one thread only.
 */
public final class Cache implements AutoCloseable {
  /** What the keys of all objects begin with. */
  public static final String ROOT = "/registry/";

  private static final Logger LOG = System.getLogger(Cache.class.getName());
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(250);
  private static final int MOST_YIELDS = 8;

  /** Is told of every change, by the following thread, before readers can see its revision. */
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
    this.store = requireNonNull(store, "store");
    this.window = requireNonNull(window, "window");
    this.follower =
        switch (following) {
          case ALWAYS ->
              Optional.of(Thread.ofPlatform().name("dray-cache").daemon().unstarted(this::follow));
          case ON_REQUEST -> Optional.empty();
        };
  }

  /** Loads all there is and begins to follow. */
  public static Cache start(Store store, List<Listener> listeners) {
    return start(store, listeners, Window.DEFAULT);
  }

  /** The same with less or more of the past in memory. */
  public static Cache start(Store store, List<Listener> listeners, Window window) {
    return start(new Cache(store, window, Following.ALWAYS), listeners);
  }

  /**
   * Loads all there is, and follows while {@link #catchUp} or {@link #await} is called: for
   * simulations, in which nothing may happen by itself.
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

  /** The revision up to which everything is here. */
  public long revision() {
    return revision;
  }

  /** Why the store cannot be followed at the moment, if so. */
  public Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  /** Waits until everything acknowledged so far, by whichever server, is here. */
  public long catchUp(Duration patience) throws InterruptedException {
    long newest = store.revision();
    if (!await(newest, patience)) {
      throw new StoreException(
          "The server is behind the store: it has come to revision %d of %d%s. Try again."
              .formatted(revision, newest, trouble().map(it -> " (" + it + ")").orElse("")));
    }
    return newest;
  }

  /** Waits until a revision is here; returns whether it came in time. */
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
   * What was acknowledged is here a moment later. A virtual thread spends that moment best on
   * others: to set a timer, to be woken and to cancel the timer takes longer than most waits last.
   */
  @SuppressWarnings("ThreadPriorityCheck") // It is only sooner for it: waiting comes after.
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

  /** What there is of a prefix, in order, and the revision at which that is so. */
  public record Contents(List<Item> items, long revision) {
    public Contents {
      items = List.copyOf(items);
    }
  }

  /** All objects whose keys begin with a prefix, which names at least a kind. */
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

  /** How many objects there are of each kind, by what their keys begin with. */
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

  /** What there is, and all that changes after it. */
  public record Opening(Contents contents, Feed feed) {}

  public Opening open(String prefix) {
    return read(
        prefix,
        topic -> {
          var contents = new Contents(new ArrayList<>(topic.within(prefix)), revision);
          return new Opening(contents, Feed.shared(this, prefix, revision, topic.last()));
        });
  }

  /** Looks at a kind; watchers by the thousand, who all come at once, need not wait in line. */
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
   * All that changes after a revision.
   *
   * @throws CompactedException if not even the store knows any more what that was
   */
  public Feed follow(String prefix, long after) {
    var link = linkAfter(prefix, after);
    if (link != null) {
      return Feed.shared(this, prefix, after, link);
    }
    return Feed.replayed(this, prefix, after, store.watch(prefix, after));
  }

  /** Where events after a revision begin; null if they are only in the store. */
  @Nullable Link linkAfter(String prefix, long after) {
    return this.<@Nullable Link>read(prefix, topic -> topic.after(after));
  }

  Watch replay(String prefix, long after) {
    return store.watch(prefix, after);
  }

  /** The kind that a key or prefix is of: its first three parts. */
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
        // Not only what stores throw: without this thread the server would answer, and be wrong.
        pause(e);
      }
    }
  }

  /** What there is now is all that can come: nobody else writes meanwhile. */
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
      LOG.log(Level.WARNING, "The store cannot be followed; trying again.", e);
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
    // Kept as it will be asked for: what an item keeps of its tree, it keeps only weakly.
    fresh.put(entry.value(), item.tree());
    return item;
  }

  /**
   * Says what bytes mean that are about to be given to the store, to save parsing them.
   *
   * @param tree without a resource version, in the order of the bytes
   */
  public void expect(byte[] bytes, Json.Obj tree) {
    fresh.put(bytes, tree);
  }

  /** Listeners first, then readers: all changes and the revision at once. */
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
        // A listener that fails must not stop everyone else from seeing what changes.
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
   * The store has forgotten what we missed: compares all there is with what is here.
   *
   * <p>Listeners are told the difference. Feeds are not: it is not what happened, so they are sent
   * to the store, which tells them if they, too, have missed something for good.
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

  /** Whoever waits for a change is woken: it will not come. */
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
