package dev.dray.apiserver;

import dev.dray.api.json.Json;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.Resource;
import dev.dray.security.PodUses;
import dev.dray.security.StoredObjects;
import dev.dray.security.authorization.MirrorPods;
import dev.dray.security.authorization.RoleSource;
import dev.dray.watch.Cache;
import dev.dray.watch.Event;
import dev.dray.watch.Item;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The stored objects and roles that security decides by, read from the cache. */
final class StoredFacts implements StoredObjects, RoleSource, Cache.Listener {
  private static final String RBAC = "rbac.authorization.k8s.io";
  private static final String ROLES = Cache.ROOT + RBAC + "/";
  private static final String PODS = Cache.ROOT + "core/pods/";

  private final Kinds kinds;

  /**
   * The newest revision at which a role or binding changed, whether readers can see it yet or not.
   */
  private final AtomicLong newest = new AtomicLong();

  /** The pods of each node by key, with what they use as far as it was asked for. */
  private final Map<String, Map<String, Known>> podsByNode = new ConcurrentHashMap<>();

  private volatile Optional<Cache> cache = Optional.empty();

  /** The objects a pod uses, as of a revision of the pod. */
  private record Known(long revision, PodUses uses) {
    static final Known NOT_YET = new Known(-1, PodUses.NOTHING);
  }

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

  private void moved(Event event) {
    var node = event.now().map(StoredFacts::nodeOf).orElse("");
    var before = event.before().map(StoredFacts::nodeOf).orElse("");
    if (!before.isEmpty() && !before.equals(node)) {
      podsByNode.computeIfPresent(before, (_, pods) -> without(pods, event.key()));
    }
    if (!node.isEmpty()) {
      podsByNode
          .computeIfAbsent(node, _ -> new ConcurrentHashMap<>())
          .putIfAbsent(event.key(), Known.NOT_YET);
    }
  }

  private static @Nullable Map<String, Known> without(Map<String, Known> pods, String key) {
    pods.remove(key);
    return pods.isEmpty() ? null : pods;
  }

  private static String nodeOf(Item pod) {
    return pod.text("spec", "nodeName");
  }

  @Override
  public Optional<Json.Obj> find(String group, String plural, String namespace, String name) {
    return kinds
        .find(group, plural)
        .flatMap(resource -> cache.flatMap(it -> it.find(resource.key(namespace, name))))
        .map(Item::tree);
  }

  /**
   * {@inheritDoc}
   *
   * <p>A pod is parsed once per change, and only if its node asks.
   */
  @Override
  public List<PodUses> usesOn(String node, String namespace) {
    var pods = podsByNode.getOrDefault(node, Map.of());
    var beginning = PODS + namespace + "/";
    return pods.keySet().stream()
        .filter(key -> key.startsWith(beginning))
        .flatMap(key -> cache.flatMap(it -> it.find(key)).stream())
        .map(pod -> uses(pods, pod, node))
        .toList();
  }

  private static PodUses uses(Map<String, Known> pods, Item pod, String node) {
    var known = pods.getOrDefault(pod.key(), Known.NOT_YET);
    if (known.revision() == pod.revision()) {
      return known.uses();
    }
    var tree = pod.tree();
    boolean counts = tree.text("spec", "nodeName").equals(node) && !MirrorPods.isMirror(tree);
    var uses = counts ? PodUses.of(tree) : PodUses.NOTHING;
    pods.replace(pod.key(), new Known(pod.revision(), uses));
    return uses;
  }

  @Override
  public List<Json.Obj> all(String plural) {
    return kinds.find(RBAC, plural).map(Resource::keyPrefix).stream()
        .flatMap(prefix -> cache.stream().flatMap(it -> it.list(prefix).items().stream()))
        .map(Item::tree)
        .toList();
  }

  /**
   * Returns the revision of the last change that can be read. Listeners hear of a change before it
   * can be read; if it counted at once, a reader in between would take the old roles for the new
   * ones, and keep doing so.
   */
  @Override
  public long changes() {
    return cache.map(it -> Math.min(newest.get(), it.revision())).orElse(0L);
  }
}
