package dev.dray.apiserver;

import dev.dray.api.json.Json;
import dev.dray.guard.Glance;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.Resource;
import dev.dray.security.Roles;
import dev.dray.security.StoredObjects;
import dev.dray.watch.Cache;
import dev.dray.watch.Event;
import dev.dray.watch.Item;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What security looks at, from the cache. */
final class StoredFacts implements StoredObjects, Roles, Cache.Listener {
  private static final String RBAC = "rbac.authorization.k8s.io";
  private static final String ROLES = Cache.ROOT + RBAC + "/";
  private static final String PODS = Cache.ROOT + "core/pods/";

  private static final List<String> NODE = List.of("spec", "nodeName");

  private final Kinds kinds;

  /** The newest revision at which a role or a binding changed, seen by others or not yet. */
  private final AtomicLong newest = new AtomicLong();

  private final Map<String, Set<String>> keysByNode = new ConcurrentHashMap<>();
  private volatile Optional<Cache> cache = Optional.empty();

  StoredFacts(Kinds kinds) {
    this.kinds = kinds;
  }

  void of(Cache cache) {
    this.cache = Optional.of(cache);
  }

  @Override
  public void changed(Event event) {
    if (event.key().startsWith(ROLES)) {
      newest.accumulateAndGet(event.revision(), Math::max);
    } else if (event.key().startsWith(PODS)) {
      moved(event);
    }
  }

  /** Keys only: the pods themselves are in the cache. */
  private void moved(Event event) {
    var node = event.now().map(StoredFacts::nodeOf).orElse("");
    var before = event.before().map(StoredFacts::nodeOf).orElse("");
    if (!before.isEmpty() && !before.equals(node)) {
      keysByNode.computeIfPresent(before, (_, keys) -> without(keys, event.key()));
    }
    if (!node.isEmpty()) {
      keysByNode.computeIfAbsent(node, _ -> ConcurrentHashMap.newKeySet()).add(event.key());
    }
  }

  private static @Nullable Set<String> without(Set<String> keys, String key) {
    keys.remove(key);
    return keys.isEmpty() ? null : keys;
  }

  /** Names of nodes are written without escapes, so that a glance is enough. */
  private static String nodeOf(Item pod) {
    return Glance.text(pod.bytes(), NODE).orElse("");
  }

  @Override
  public Optional<Json.Obj> find(String group, String plural, String namespace, String name) {
    return kinds
        .find(group, plural)
        .flatMap(resource -> cache.flatMap(it -> it.find(resource.key(namespace, name))))
        .map(Item::tree);
  }

  @Override
  public List<Json.Obj> podsOn(String node) {
    return keysByNode.getOrDefault(node, Set.of()).stream()
        .sorted()
        .flatMap(key -> cache.flatMap(it -> it.find(key)).stream())
        .map(Item::tree)
        .filter(pod -> pod.text("spec", "nodeName").equals(node))
        .toList();
  }

  @Override
  public List<Json.Obj> all(String plural) {
    return kinds.find(RBAC, plural).map(Resource::keyPrefix).stream()
        .flatMap(prefix -> cache.stream().flatMap(it -> it.list(prefix).items().stream()))
        .map(Item::tree)
        .toList();
  }

  /**
   * Listeners hear of a change before it can be read. If that counted at once, whoever reads in
   * between would take the old roles for the new ones, and go on doing so.
   */
  @Override
  public long changes() {
    return cache.map(it -> Math.min(newest.get(), it.revision())).orElse(0L);
  }
}
