package dev.dray.informer;

import static java.util.Objects.requireNonNull;

import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.ListSelector;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An informer: all objects of a kind, as reported by an API. It runs on an event loop.
 *
 * <p>It lists once and then watches. When a watch ends it resumes there; only if the API no longer
 * keeps that revision does it list again, and then listeners are told the difference.
 */
public final class Informer<T> {
  private static final Logger LOG = System.getLogger(Informer.class.getName());
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final Api api;
  private final EventLoop loop;
  private final ResourceType<T> type;
  private final ListSelector listSelector;
  private final TreeMap<String, KnownObject<T>> objects = new TreeMap<>();
  private final List<Listener<T>> listeners = new ArrayList<>();
  private final List<Runnable> whenSynced = new ArrayList<>();
  private String revision = "";
  private boolean synced;
  private boolean stopped;
  private Duration pause = SHORTEST_PAUSE;
  private Api.@Nullable Watch watch;

  Informer(Api api, EventLoop loop, ResourceType<T> type, ListSelector listSelector) {
    this.api = api;
    this.loop = loop;
    this.type = type;
    this.listSelector = listSelector;
  }

  /** Adds a listener, which is told of all known objects, and from then on of all changes. */
  public void listen(Listener<T> listener) {
    listeners.add(requireNonNull(listener, "listener"));
    objects.values().forEach(listener::added);
  }

  /** Returns whether the initial list is complete. */
  public boolean synced() {
    return synced;
  }

  void onSynced(Runnable task) {
    if (synced) {
      loop.post(task);
    } else {
      whenSynced.add(task);
    }
  }

  public Optional<KnownObject<T>> find(String namespace, String name) {
    return Optional.ofNullable(objects.get(KnownObject.key(namespace, name)));
  }

  public Optional<KnownObject<T>> find(String key) {
    return Optional.ofNullable(objects.get(key));
  }

  /** Returns a view of all objects, ordered by key. */
  public Collection<KnownObject<T>> all() {
    return Collections.unmodifiableCollection(objects.values());
  }

  void start() {
    loop.post(this::list);
  }

  void stop() {
    stopped = true;
    if (watch != null) {
      watch.stop();
      watch = null;
    }
  }

  private void list() {
    if (!stopped) {
      api.list(type, listSelector, this::listed);
    }
  }

  private void listed(Api.Listing<T> listing) {
    if (stopped) {
      return;
    }
    switch (listing) {
      case Api.Listing.Failed<T>(Reply.Refused refused) when refused.isNotFound() -> lack();
      case Api.Listing.Failed<T>(var reply) -> again("listed", reply, this::list);
      case Api.Listing.Found<T>(var items, var at) -> {
        replace(items);
        revision = at;
        pause = SHORTEST_PAUSE;
        reachSync();
        open();
      }
    }
  }

  /**
   * Handles a kind that the API does not serve, perhaps because a feature is disabled or unknown
   * there: then there are no objects, and components that can do without must not wait. It may be
   * served later.
   */
  private void lack() {
    if (!synced) {
      LOG.log(
          Level.INFO,
          () -> "The API server does not serve %s: continuing without them".formatted(type));
    }
    replace(List.of());
    reachSync();
    loop.after(LONGEST_PAUSE, this::list);
  }

  private void replace(List<KnownObject<T>> items) {
    var gone = new HashSet<>(objects.keySet());
    for (var item : items) {
      gone.remove(item.key());
      put(item);
    }
    gone.stream().sorted().forEach(key -> drop(objects.get(key)));
  }

  private void reachSync() {
    if (!synced) {
      synced = true;
      whenSynced.forEach(loop::post);
      whenSynced.clear();
    }
  }

  private void open() {
    if (!stopped) {
      watch = api.watch(type, listSelector, revision, new Following());
    }
  }

  /** The watcher of the informer's watch. */
  private final class Following implements Api.Watcher<T> {
    @Override
    public void changed(KnownObject<T> object) {
      reached(object.metadata().resourceVersion());
      put(object);
    }

    @Override
    public void removed(KnownObject<T> object) {
      reached(object.metadata().resourceVersion());
      drop(object);
    }

    @Override
    public void reached(String at) {
      revision = at;
      pause = SHORTEST_PAUSE;
    }

    @Override
    public void ended(Reply why) {
      if (stopped) {
        return;
      }
      watch = null;
      switch (why) {
        case Reply.Done _ -> open();
        case Reply.Refused refused when refused.isExpired() -> list();
        case Reply.Refused _, Reply.Unanswered _ -> again("watched", why, Informer.this::open);
      }
    }
  }

  /** Retries after a failure of the API, with growing pauses. */
  private void again(String what, Reply reply, Runnable task) {
    LOG.log(
        Level.WARNING,
        () ->
            "%s cannot be %s, trying again in %s: %s"
                .formatted(type, what, pause, reply.problem()));
    loop.after(pause, task);
    var longer = pause.multipliedBy(2);
    pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
  }

  private void put(KnownObject<T> object) {
    var before = objects.put(object.key(), object);
    if (before == null) {
      listeners.forEach(it -> it.added(object));
    } else if (!before.metadata().uid().equals(object.metadata().uid())) {
      // It was deleted and recreated while the watch was away: two objects, not one that changed.
      listeners.forEach(it -> it.removed(before));
      listeners.forEach(it -> it.added(object));
    } else if (!before.metadata().resourceVersion().equals(object.metadata().resourceVersion())) {
      listeners.forEach(it -> it.changed(before, object));
    }
  }

  private void drop(@Nullable KnownObject<T> object) {
    var before = object == null ? null : objects.remove(object.key());
    if (before != null && object != null) {
      listeners.forEach(it -> it.removed(object));
    }
  }
}
