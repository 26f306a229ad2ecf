package dev.dray.apiserver;

import dev.dray.api.json.Json;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.Resource;
import dev.dray.security.Roles;
import dev.dray.security.StoredObjects;
import dev.dray.watch.Cache;
import dev.dray.watch.Event;
import dev.dray.watch.Item;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** What security looks at, from the cache. */
final class StoredFacts implements StoredObjects, Roles, Cache.Listener {
  private static final String RBAC = "rbac.authorization.k8s.io";
  private static final String ROLES = Cache.ROOT + RBAC + "/";

  private final Kinds kinds;
  private final AtomicLong changes = new AtomicLong();
  private volatile Optional<Cache> cache = Optional.empty();

  StoredFacts(Kinds kinds) {
    this.kinds = kinds;
  }

  void of(Cache cache) {
    this.cache = Optional.of(cache);
    changes.incrementAndGet();
  }

  @Override
  public void changed(Event event) {
    if (event.key().startsWith(ROLES)) {
      changes.incrementAndGet();
    }
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
    return all("", "pods").stream()
        .filter(pod -> pod.text("spec", "nodeName").equals(node))
        .toList();
  }

  @Override
  public List<Json.Obj> all(String plural) {
    return all(RBAC, plural);
  }

  private List<Json.Obj> all(String group, String plural) {
    return kinds.find(group, plural).map(Resource::keyPrefix).stream()
        .flatMap(prefix -> cache.stream().flatMap(it -> it.list(prefix).items().stream()))
        .map(Item::tree)
        .toList();
  }

  @Override
  public long changes() {
    return changes.get();
  }
}
