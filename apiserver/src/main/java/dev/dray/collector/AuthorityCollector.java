package dev.dray.collector;

import static java.util.Objects.requireNonNull;

import dev.dray.api.json.Json;
import dev.dray.collector.Objects.Done;
import dev.dray.kinds.Resource;
import dev.dray.watch.Event;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The publisher of the server's CA certificate: a ConfigMap in every namespace, which pods mount
 * beside their tokens.
 */
final class AuthorityCollector implements Collector {
  static final String NAME = "kube-root-ca.crt";

  private static final List<String> DESCRIPTION =
      List.of("metadata", "annotations", "kubernetes.io/description");

  /**
   * The pause before a ConfigMap that somebody changed is restored: servers that share a store but
   * not a CA must not keep each other busy.
   */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Objects objects;
  private final Resource namespaces;
  private final Resource maps;
  private final Supplier<String> authority;
  private final KeyQueue keyQueue;

  private AuthorityCollector(
      Objects objects,
      Resource namespaces,
      Resource maps,
      Supplier<String> authority,
      KeyQueue keyQueue) {
    this.objects = objects;
    this.namespaces = namespaces;
    this.maps = maps;
    this.authority = authority;
    this.keyQueue = requireNonNull(keyQueue, "work");
  }

  /**
   * Returns a collector, if the server has namespaces and ConfigMaps.
   *
   * @param authority the certificate as PEM; requested when it is first needed
   */
  static Optional<Collector> of(
      Objects objects, List<Resource> kinds, Supplier<String> authority, KeyQueue keyQueue) {
    return core(kinds, "namespaces")
        .flatMap(
            namespaces ->
                core(kinds, "configmaps")
                    .map(
                        maps ->
                            new AuthorityCollector(
                                objects, namespaces, maps, authority, keyQueue)));
  }

  private static Optional<Resource> core(List<Resource> kinds, String plural) {
    return kinds.stream()
        .filter(it -> it.group().isEmpty() && it.plural().equals(plural))
        .findFirst();
  }

  @Override
  public String name() {
    return "authority";
  }

  @Override
  public KeyQueue work() {
    return keyQueue;
  }

  /** Queues a namespace that is new or changed, or whose ConfigMap was deleted or changed. */
  @Override
  public void changed(Event event) {
    var key = event.key();
    if (event.now().isPresent() && key.startsWith(namespaces.keyPrefix())) {
      keyQueue.add(key.substring(namespaces.keyPrefix().length()));
    } else if (key.startsWith(maps.keyPrefix()) && key.endsWith("/" + NAME)) {
      var namespace = key.substring(maps.keyPrefix().length(), key.length() - NAME.length() - 1);
      keyQueue.addLater(namespace, event.now().isPresent() ? PAUSE : Duration.ZERO);
    }
  }

  @Override
  public void resync() {
    objects.list(namespaces, "").forEach(it -> keyQueue.add(it.text("metadata", "name")));
  }

  @Override
  public boolean look(String namespace) {
    var found = objects.find(namespaces, "", namespace);
    if (found.isEmpty() || found.get().object("metadata").has("deletionTimestamp")) {
      return true;
    }
    var map = objects.find(maps, namespace, NAME);
    if (map.isEmpty()) {
      var bare = Json.obj("metadata", Json.obj("name", NAME, "namespace", namespace));
      return objects.create(maps, published(bare)) != Done.CHANGED;
    }
    var right = published(map.get());
    return right.equals(map.get()) || objects.replace(maps, right, "") != Done.CHANGED;
  }

  private Json.Obj published(Json.Obj map) {
    var described =
        map.text(DESCRIPTION.toArray(String[]::new)).isEmpty()
            ? map.with(
                DESCRIPTION,
                Json.of(
                    "The certificate authority by which clients in the cluster verify the API"
                        + " server."))
            : map;
    return described.with("data", Json.obj("ca.crt", authority.get()));
  }
}
