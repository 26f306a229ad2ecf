package dev.dray.collector;

import static java.util.Objects.requireNonNull;

import dev.dray.api.json.Json;
import dev.dray.collector.Objects.Done;
import dev.dray.kinds.Resource;
import dev.dray.watch.Event;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * The quota controller: recounts the use of each quota of a namespace.
 *
 * <p>Creations are counted when they are checked; this finds what was released, and whatever else
 * was missed.
 */
final class QuotaCollector implements Collector {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Objects objects;
  private final KindIndex kinds;
  private final Resource quotas;
  private final BiFunction<Json.Obj, String, Map<String, String>> used;
  private final KeyQueue keyQueue;

  /**
   * Makes a controller.
   *
   * @param used computes the use of a quota by the objects of a namespace, by resource name
   */
  QuotaCollector(
      Objects objects,
      List<Resource> kinds,
      BiFunction<Json.Obj, String, Map<String, String>> used,
      KeyQueue keyQueue) {
    this.objects = objects;
    this.kinds = new KindIndex(kinds);
    this.quotas =
        kinds.stream()
            .filter(it -> it.group().isEmpty() && it.plural().equals("resourcequotas"))
            .findFirst()
            .orElseThrow();
    this.used = used;
    this.keyQueue = requireNonNull(keyQueue, "work");
  }

  @Override
  public String name() {
    return "quotas";
  }

  @Override
  public KeyQueue work() {
    return keyQueue;
  }

  /**
   * Queues a recount: of a new quota at once, of a busy namespace at intervals rather than for each
   * of its objects.
   */
  @Override
  public void changed(Event event) {
    var kind = kinds.ofKey(event.key());
    if (kind.isPresent() && kind.get().namespaced()) {
      var rest = event.key().substring(kind.get().keyPrefix().length());
      int slash = rest.indexOf('/');
      if (slash > 0 && kind.get().equals(quotas)) {
        keyQueue.add(rest.substring(0, slash));
      } else if (slash > 0) {
        keyQueue.addLater(rest.substring(0, slash), PAUSE);
      }
    }
  }

  @Override
  public void resync() {
    objects.list(quotas, "").forEach(it -> keyQueue.add(it.text("metadata", "namespace")));
  }

  @Override
  public boolean look(String namespace) {
    boolean all = true;
    for (var quota : objects.list(quotas, namespace)) {
      all &= recount(quota, namespace);
    }
    return all;
  }

  private boolean recount(Json.Obj quota, String namespace) {
    var status =
        Json.obj(
            "hard", quota.object("spec", "hard"),
            "used", Json.strings(new TreeMap<>(used.apply(quota, namespace))));
    return sameAs(quota.object("status"), status)
        || objects.replace(quotas, quota.with("status", status), "status") != Done.CHANGED;
  }

  private static boolean sameAs(Json.Obj old, Json.Obj status) {
    return old.object("hard").equals(status.object("hard"))
        && new TreeMap<>(old.map("used")).equals(new TreeMap<>(status.map("used")));
  }
}
