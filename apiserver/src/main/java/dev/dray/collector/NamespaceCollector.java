package dev.dray.collector;

import static java.util.Objects.requireNonNull;

import dev.dray.api.json.Json;
import dev.dray.collector.Objects.Done;
import dev.dray.collector.Objects.Propagation;
import dev.dray.kinds.Resource;
import dev.dray.watch.Event;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The namespace controller: empties namespaces that are being deleted, reports in their conditions
 * what is left, and removes their finalizer when nothing is.
 *
 * <p>Creations are refused in such a namespace, so nothing new comes into it: once it was seen to
 * be empty, it stays so.
 */
final class NamespaceCollector implements Collector {
  private static final String FINALIZER = "kubernetes";
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Objects objects;
  private final Resource namespaces;
  private final List<Resource> contents;
  private final InstantSource clock;
  private final KeyQueue keyQueue;

  NamespaceCollector(
      Objects objects, List<Resource> kinds, InstantSource clock, KeyQueue keyQueue) {
    this.objects = objects;
    this.namespaces =
        kinds.stream()
            .filter(it -> it.group().isEmpty() && it.plural().equals("namespaces"))
            .findFirst()
            .orElseThrow();
    this.contents =
        new KindIndex(kinds)
            .all().stream().filter(it -> it.namespaced() && it.verbs().contains("delete")).toList();
    this.clock = clock;
    this.keyQueue = requireNonNull(keyQueue, "work");
  }

  @Override
  public String name() {
    return "namespaces";
  }

  @Override
  public KeyQueue work() {
    return keyQueue;
  }

  @Override
  public void changed(Event event) {
    if (event.now().isPresent() && event.key().startsWith(namespaces.keyPrefix())) {
      keyQueue.add(event.key().substring(namespaces.keyPrefix().length()));
    }
  }

  @Override
  public void resync() {
    objects.list(namespaces, "").forEach(it -> keyQueue.add(it.text("metadata", "name")));
  }

  @Override
  public boolean look(String name) {
    var found = objects.find(namespaces, "", name).filter(NamespaceCollector::isEnding);
    if (found.isEmpty() || !found.get().texts("spec", "finalizers").contains(FINALIZER)) {
      return true;
    }
    deleteAll(name);
    var left = Remains.of(contents, objects, name);
    if (left.isNothing()) {
      return release(found.get());
    }
    keyQueue.addLater(name, PAUSE);
    var status = left.conditions(found.get().object("status"), now());
    return status.equals(found.get().object("status"))
        || is(objects.replace(namespaces, found.get().with("status", status), "status"));
  }

  private static boolean isEnding(Json.Obj namespace) {
    return namespace.object("metadata").has("deletionTimestamp");
  }

  /** Deletes pods first, and everything else once they are gone: running pods may depend on it. */
  private void deleteAll(String namespace) {
    var pods = contents.stream().filter(NamespaceCollector::isPods).toList();
    pods.forEach(kind -> deleteAll(kind, namespace));
    if (pods.stream().allMatch(kind -> objects.list(kind, namespace).isEmpty())) {
      contents.forEach(kind -> deleteAll(kind, namespace));
    }
  }

  private static boolean isPods(Resource kind) {
    return kind.group().isEmpty() && kind.plural().equals("pods");
  }

  private void deleteAll(Resource kind, String namespace) {
    for (var object : objects.list(kind, namespace)) {
      if (!object.object("metadata").has("deletionTimestamp")) {
        objects.delete(kind, object, Propagation.BACKGROUND);
      }
    }
  }

  private boolean release(Json.Obj namespace) {
    var left =
        namespace.texts("spec", "finalizers").stream().filter(it -> !it.equals(FINALIZER)).toList();
    return is(
        objects.replace(
            namespaces,
            namespace.with(List.of("spec", "finalizers"), Json.strings(left)),
            "finalize"));
  }

  private static boolean is(Done done) {
    return done != Done.CHANGED;
  }

  private String now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /**
   * The remaining content of a namespace: objects by kind, and the finalizers that they wait for.
   */
  private record Remains(Map<String, Integer> kinds, Map<String, Integer> finalizers) {

    static Remains of(List<Resource> contents, Objects objects, String namespace) {
      var remains = new Remains(new TreeMap<>(), new TreeMap<>());
      for (var kind : contents) {
        for (var object : objects.list(kind, namespace)) {
          remains.kinds.merge(kind.qualifiedName(), 1, Integer::sum);
          object
              .texts("metadata", "finalizers")
              .forEach(it -> remains.finalizers.merge(it, 1, Integer::sum));
        }
      }
      return remains;
    }

    boolean isNothing() {
      return kinds.isEmpty();
    }

    /** Returns the conditions in upstream's words, which scripts look for. */
    Json.Obj conditions(Json.Obj status, String now) {
      var conditions = new ArrayList<Json.Obj>(status.objects("conditions"));
      set(
          conditions,
          "NamespaceDeletionDiscoveryFailure",
          "ResourcesDiscovered",
          "All resources successfully discovered",
          now);
      set(
          conditions,
          "NamespaceDeletionGroupVersionParsingFailure",
          "ParsedGroupVersions",
          "All legacy kube types successfully parsed",
          now);
      set(
          conditions,
          "NamespaceDeletionContentFailure",
          "ContentDeleted",
          "All content successfully deleted, may be waiting on finalization",
          now);
      put(conditions, content(), now);
      put(conditions, waiting(), now);
      return status.with("conditions", Json.of(conditions));
    }

    private Json.Obj content() {
      var texts = new ArrayList<String>();
      kinds.forEach(
          (kind, count) -> texts.add("%s has %d resource instances".formatted(kind, count)));
      return Json.obj(
          "type", "NamespaceContentRemaining",
          "status", "True",
          "reason", "SomeResourcesRemain",
          "message", "Some resources are remaining: " + String.join(", ", texts));
    }

    private Json.Obj waiting() {
      if (finalizers.isEmpty()) {
        return Json.obj(
            "type", "NamespaceFinalizersRemaining",
            "status", "False",
            "reason", "ContentHasNoFinalizers",
            "message", "All content-preserving finalizers finished");
      }
      var texts = new ArrayList<String>();
      finalizers.forEach(
          (finalizer, count) ->
              texts.add("%s in %d resource instances".formatted(finalizer, count)));
      return Json.obj(
          "type", "NamespaceFinalizersRemaining",
          "status", "True",
          "reason", "SomeFinalizersRemain",
          "message",
              "Some content in the namespace has finalizers remaining: "
                  + String.join(", ", texts));
    }

    private static void set(
        List<Json.Obj> conditions, String type, String reason, String message, String now) {
      put(
          conditions,
          Json.obj("type", type, "status", "False", "reason", reason, "message", message),
          now);
    }

    /** Sets a condition; its transition time changes only with its status. */
    private static void put(List<Json.Obj> conditions, Json.Obj condition, String now) {
      for (int i = 0; i < conditions.size(); i++) {
        var old = conditions.get(i);
        if (old.text("type").equals(condition.text("type"))) {
          var since =
              old.text("status").equals(condition.text("status"))
                  ? old.text("lastTransitionTime")
                  : now;
          conditions.set(i, condition.with("lastTransitionTime", Json.of(since)));
          return;
        }
      }
      conditions.add(condition.with("lastTransitionTime", Json.of(now)));
    }
  }
}
