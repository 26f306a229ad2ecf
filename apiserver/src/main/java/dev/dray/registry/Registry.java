package dev.dray.registry;

import dev.dray.api.json.Json;
import dev.dray.kinds.Resource;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.WriteCheck;
import dev.dray.store.CompactedException;
import dev.dray.store.RangeRequest;
import dev.dray.store.Store;
import dev.dray.watch.Cache;
import dev.dray.watch.Feed;
import dev.dray.watch.Item;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * All verbs on all kinds. Reads ({@link #get}, {@link #list}, {@link #open}, {@link #follow}) are
 * answered here from the watch cache; {@link #create}, {@link #update}, {@link #patch} and {@link
 * #act} are done by {@code Writes}, {@link #delete} by {@code Deletions}.
 */
public final class Registry {
  static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration PATIENCE_WITH_THE_FUTURE = Duration.ofSeconds(3);

  private static final int SMALLEST_PAGE = 500;

  private final Store store;
  private final Cache cache;
  private final Writes writes;
  private final Deletions deletions;

  public Registry(
      Store store,
      Cache cache,
      List<WriteCheck> checks,
      FieldOwners owners,
      InstantSource clock,
      RandomGenerator random) {
    this.store = store;
    this.cache = cache;
    var commits = new Commits(store, cache, checks);
    this.writes = new Writes(commits, owners, clock, random);
    this.deletions = new Deletions(commits, clock);
  }

  /** The resource version semantics of a read: the required freshness of the answer. */
  public sealed interface Freshness {
    /** The answer includes everything acknowledged so far. */
    record Newest() implements Freshness {}

    /** Whatever the cache has. */
    record Any() implements Freshness {}

    /** The answer includes this revision. */
    record NotOlderThan(long revision) implements Freshness {}

    /** The answer is the state at exactly this revision. */
    record Exactly(long revision) implements Freshness {}
  }

  /**
   * The parameters of a list.
   *
   * @param after the key after which to continue; empty for the beginning
   * @param limit the maximum number of items; 0 for all
   */
  public record Query(ListSelection listSelection, Freshness freshness, String after, int limit) {}

  /**
   * A list, or a page of one.
   *
   * @param nextAfter the key after which to continue; empty if this is the end
   * @param remaining the number of items still to come, if known
   */
  public record Listed(
      List<Item> items, long revision, String nextAfter, Optional<Long> remaining) {
    public Listed {
      items = List.copyOf(items);
    }
  }

  public Item get(Target target, Freshness freshness) {
    bringUpTo(freshness);
    return cache
        .find(target.key())
        .orElseThrow(() -> StatusError.notFound(target.resource(), target.name()));
  }

  public Listed list(Target target, Query query) {
    var prefix = target.resource().keyPrefix(target.namespace());
    if (query.freshness() instanceof Freshness.Exactly(var revision)) {
      return past(target.resource(), prefix, query, revision);
    }
    bringUpTo(query.freshness());
    var contents = cache.list(prefix);
    var selected = new ArrayList<Item>();
    for (var item : contents.items()) {
      if (query.listSelection().matches(target.resource(), item)) {
        selected.add(item);
      }
    }
    return cut(selected, contents.revision(), query);
  }

  private static Listed cut(List<Item> selected, long revision, Query query) {
    if (query.limit() == 0 || selected.size() <= query.limit()) {
      return new Listed(selected, revision, "", Optional.empty());
    }
    var page = selected.subList(0, query.limit());
    return new Listed(
        page,
        revision,
        page.getLast().key(),
        remaining(query, (long) selected.size() - page.size()));
  }

  /** Lists the state at a past revision, from the store, unless it is compacted. */
  private Listed past(Resource resource, String prefix, Query query, long revision) {
    if (revision > cache.revision()) {
      bringUpTo(new Freshness.NotOlderThan(revision));
    }
    var selected = new ArrayList<Item>();
    var after = query.after();
    try {
      while (true) {
        var page =
            store.list(new RangeRequest(prefix, revision, after, pageSize(query, selected.size())));
        long left = page.remaining() + page.entries().size();
        for (var entry : page.entries()) {
          var item = new Item(entry);
          after = entry.key();
          left--;
          if (query.listSelection().matches(resource, item)) {
            selected.add(item);
            if (selected.size() == query.limit() && left > 0) {
              return new Listed(selected, revision, after, remaining(query, left));
            }
          }
        }
        if (left == 0 || page.entries().isEmpty()) {
          return new Listed(selected, revision, "", Optional.empty());
        }
      }
    } catch (CompactedException e) {
      throw expired(revision, e.compacted());
    }
  }

  /**
   * Returns how many keys to read at once. A selector may match few of them, so at least {@code
   * SMALLEST_PAGE} are read then.
   */
  private static int pageSize(Query query, int had) {
    return query.limit() == 0
        ? 0
        : query.listSelection().isEverything()
            ? query.limit() - had
            : Math.max(query.limit(), SMALLEST_PAGE);
  }

  private static Optional<Long> remaining(Query query, long left) {
    return query.listSelection().isEverything() ? Optional.of(left) : Optional.empty();
  }

  /** Returns the present objects and a feed of the changes after them. */
  public Cache.Opening open(Target target, Freshness freshness) {
    bringUpTo(freshness);
    return cache.open(target.resource().keyPrefix(target.namespace()));
  }

  /** Returns a feed of the changes after a revision. */
  public Feed follow(Target target, long after) {
    try {
      return cache.follow(target.resource().keyPrefix(target.namespace()), after);
    } catch (CompactedException e) {
      throw expired(after, e.compacted());
    }
  }

  public static StatusError expired(long asked, long compacted) {
    return new StatusError(
        StatusError.Reason.EXPIRED,
        "too old resource version: %d (%d)".formatted(asked, compacted));
  }

  private void bringUpTo(Freshness freshness) {
    try {
      switch (freshness) {
        case Freshness.Newest() -> cache.catchUp(PATIENCE);
        case Freshness.NotOlderThan(var revision) -> awaitRevision(revision);
        case Freshness.Any() -> {
          // No need to wait.
        }
        case Freshness.Exactly _ -> cache.catchUp(PATIENCE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StatusError(StatusError.Reason.SERVICE_UNAVAILABLE, "The server is shutting down.");
    }
  }

  private void awaitRevision(long revision) throws InterruptedException {
    if (!cache.await(revision, PATIENCE_WITH_THE_FUTURE)) {
      throw new StatusError(
              StatusError.Reason.TIMEOUT,
              "Too large resource version: %d, current: %d".formatted(revision, cache.revision()))
          .because("ResourceVersionTooLarge", "Too large resource version")
          .retryAfter(1);
    }
  }

  public WriteResult create(Target target, Body body, WriteOptions options) {
    return writes.create(target, body, options);
  }

  public WriteResult update(Target target, Body body, WriteOptions options) {
    return writes.update(target, body, options);
  }

  public WriteResult patch(Target target, PatchRequest patch, WriteOptions options) {
    return writes.patch(target, patch, options);
  }

  /** Does the action that a subresource such as {@code binding} is posted for. */
  public WriteResult act(Target target, Body body, WriteOptions options) {
    return writes.act(target, body, options);
  }

  public WriteResult delete(Target target, DeleteOptions how, WriteOptions options) {
    return deletions.delete(target, how, options);
  }

  /** The deleted objects as they were, and the revision at which they were listed. */
  public record Deleted(List<Json.Obj> objects, long revision) {
    public Deleted {
      objects = List.copyOf(objects);
    }
  }

  /** Deletes all selected objects; an object that is gone by its turn is no error. */
  public Deleted deleteAll(
      Target target, ListSelection listSelection, DeleteOptions how, WriteOptions options) {
    var listed = list(target, new Query(listSelection, new Freshness.Newest(), "", 0));
    var deleted = new ArrayList<Json.Obj>();
    for (var item : listed.items()) {
      var metadata = item.tree().object("metadata");
      var one =
          new Target(
              target.resource(),
              target.version(),
              metadata.text("namespace"),
              metadata.text("name"),
              "");
      try {
        deletions.delete(one, how, options);
        deleted.add(one.resource().strategy().encode(item.tree(), one.version()));
      } catch (StatusError e) {
        if (e.reason() != StatusError.Reason.NOT_FOUND) {
          throw e;
        }
      }
    }
    return new Deleted(deleted, listed.revision());
  }
}
