package dev.dray.collector;

import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.Resource;
import dev.dray.kinds.RuntimeConfig;
import dev.dray.kinds.catalog.KindCatalog;
import dev.dray.schema.Schemas;
import dev.dray.store.StoreEntry;
import dev.dray.watch.Cache;
import dev.dray.watch.Event;
import dev.dray.watch.Item;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** Objects in a map, with revisions, finalizers and deletions as an API server has them. */
final class FakeObjects implements Objects {
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  static final Kinds KINDS = kinds();

  private final TreeMap<String, Json.Obj> byKey = new TreeMap<>();
  private final List<Cache.Listener> listeners = new ArrayList<>();

  /** Whether somebody else changes an object just before it is written. */
  private final BooleanSupplier interference;

  private long revision;

  /** How often an object was asked for. */
  int asked;

  FakeObjects(BooleanSupplier interference) {
    this.interference = interference;
  }

  private static Kinds kinds() {
    if (RuntimeConfig.parse("") instanceof RuntimeConfig.Parsed.Config(var config)) {
      return KindCatalog.served(Gates.defaults(), config, Schemas.load(), InstantSource.fixed(NOW));
    }
    throw new IllegalStateException("No flag is a mistake.");
  }

  static Resource kind(String plural) {
    return KINDS.all().stream().filter(it -> it.plural().equals(plural)).findFirst().orElseThrow();
  }

  void tell(Cache.Listener listener) {
    listeners.add(listener);
  }

  private static String key(Resource resource, Json.Obj object) {
    return resource.key(object.text("metadata", "namespace"), object.text("metadata", "name"));
  }

  @Override
  public Done create(Resource resource, Json.Obj object) {
    var key = key(resource, object);
    if (byKey.containsKey(key)) {
      return Done.CHANGED;
    }
    store(key, object);
    return Done.DONE;
  }

  /** Whatever was there before. */
  void put(Resource resource, Json.Obj object) {
    store(key(resource, object), object);
  }

  private void store(String key, Json.Obj object) {
    var stored =
        object.with(List.of("metadata", "resourceVersion"), Json.of(Long.toString(++revision)));
    byKey.put(key, stored);
    var item = new Item(new StoreEntry(key, stored.bytes(), revision, revision));
    announce(new Event(key, revision, Optional.of(item), Optional.empty()));
  }

  private void remove(String key) {
    byKey.remove(key);
    announce(new Event(key, ++revision, Optional.empty(), Optional.empty()));
  }

  private void announce(Event event) {
    listeners.forEach(it -> it.changed(event));
  }

  /** As a user does it, whatever others do. */
  void delete(String key, Propagation propagation) {
    var object = byKey.get(key);
    if (object != null) {
      mark(key, object, propagation);
    }
  }

  private void mark(String key, Json.Obj object, Propagation propagation) {
    var finalizers = new ArrayList<>(object.texts("metadata", "finalizers"));
    finalizers.removeAll(List.of(OwnerNode.ORPHAN, OwnerNode.FOREGROUND));
    switch (propagation) {
      case ORPHAN -> finalizers.add(OwnerNode.ORPHAN);
      case FOREGROUND -> finalizers.add(OwnerNode.FOREGROUND);
      case BACKGROUND -> {
        // Goes at once if nothing else holds it.
      }
    }
    if (finalizers.isEmpty() && object.texts("spec", "finalizers").isEmpty()) {
      remove(key);
      return;
    }
    var marked =
        object.with(List.of("metadata", "deletionTimestamp"), Json.of("2026-01-01T00:00:00Z"));
    store(key, marked.with(List.of("metadata", "finalizers"), Json.strings(finalizers)));
  }

  @Override
  public Optional<Json.Obj> find(Resource resource, String namespace, String name) {
    asked++;
    return Optional.ofNullable(byKey.get(resource.key(namespace, name)));
  }

  @Override
  public List<Json.Obj> list(Resource resource, String namespace) {
    var prefix = resource.keyPrefix(namespace);
    return List.copyOf(byKey.subMap(prefix, prefix + Character.MAX_VALUE).values());
  }

  @Override
  public Done delete(Resource resource, Json.Obj seen, Propagation propagation) {
    var done = compare(resource, seen);
    if (done == Done.DONE) {
      var key = key(resource, seen);
      mark(key, byKey.getOrDefault(key, seen), propagation);
    }
    return done;
  }

  private Done compare(Resource resource, Json.Obj seen) {
    var key = key(resource, seen);
    var now = byKey.get(key);
    if (now == null || !now.text("metadata", "uid").equals(seen.text("metadata", "uid"))) {
      return Done.GONE;
    }
    if (interference.getAsBoolean()) {
      store(key, now.with("touched", Json.of(revision)));
      return Done.CHANGED;
    }
    var version = now.text("metadata", "resourceVersion");
    return version.equals(seen.text("metadata", "resourceVersion")) ? Done.DONE : Done.CHANGED;
  }

  @Override
  public Done replace(Resource resource, Json.Obj object, String subresource) {
    var done = compare(resource, object);
    if (done == Done.DONE) {
      var key = key(resource, object);
      boolean ends =
          object.object("metadata").has("deletionTimestamp")
              && object.texts("metadata", "finalizers").isEmpty()
              && object.texts("spec", "finalizers").isEmpty();
      if (ends) {
        remove(key);
      } else {
        store(key, object);
      }
    }
    return done;
  }

  /** The keys of all objects. */
  List<String> keys() {
    return List.copyOf(byKey.keySet());
  }

  Json.Obj at(String key) {
    return byKey.getOrDefault(key, Json.Obj.EMPTY);
  }
}
