package dev.dray.verify.simulation;

import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.json.Json;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.client.KnownObject;
import dev.dray.client.ResourceType;
import dev.dray.client.Resources;
import dev.dray.watch.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** What is stored, as one is told of it change by change: no cache and no informer in between. */
final class Model {
  /** The objects of one kind by key. */
  static final class Shelf<T> {
    private final ResourceType<T> type;
    private final String prefix;
    private final TreeMap<String, KnownObject<T>> objects = new TreeMap<>();

    private Shelf(ResourceType<T> type) {
      this.type = type;
      this.prefix =
          "/registry/%s/%s/"
              .formatted(type.group().isEmpty() ? "core" : type.group(), type.plural());
    }

    List<T> values() {
      return objects.values().stream().map(KnownObject::value).toList();
    }

    List<KnownObject<T>> all() {
      return List.copyOf(objects.values());
    }

    Optional<KnownObject<T>> find(String key) {
      return Optional.ofNullable(objects.get(key));
    }

    Optional<KnownObject<T>> find(String namespace, String name) {
      return find(KnownObject.key(namespace, name));
    }
  }

  /**
   * A change of an object.
   *
   * @param before empty if it is new
   * @param now empty if it is gone
   */
  record Change<T>(
      ResourceType<T> type, Optional<KnownObject<T>> before, Optional<KnownObject<T>> now) {
    /** As it is, or as it last was. */
    KnownObject<T> last() {
      return now.or(() -> before).orElseThrow();
    }

    boolean isOfSameObject() {
      return before.isPresent()
          && now.isPresent()
          && before.get().metadata().uid().equals(now.get().metadata().uid());
    }
  }

  final Shelf<Pod> pods = new Shelf<>(Resources.PODS);
  final Shelf<Node> nodes = new Shelf<>(Resources.NODES);
  final Shelf<ResourceClaim> claims = new Shelf<>(Resources.CLAIMS);
  final Shelf<ResourceSlice> slices = new Shelf<>(Resources.SLICES);
  final Shelf<DeviceClass> classes = new Shelf<>(Resources.CLASSES);
  final Shelf<ResourceSlicePatch> patches = new Shelf<>(Resources.PATCHES);
  final Shelf<DeviceTaintRule> rules = new Shelf<>(Resources.TAINT_RULES);
  private final List<Shelf<?>> shelves =
      List.of(pods, nodes, claims, slices, classes, patches, rules);

  /** Takes a change over; empty if it is of a kind that does not matter here. */
  Optional<Change<?>> take(Event event) {
    for (var shelf : shelves) {
      if (event.key().startsWith(shelf.prefix)) {
        return Optional.of(take(shelf, event));
      }
    }
    return Optional.empty();
  }

  private static <T> Change<T> take(Shelf<T> shelf, Event event) {
    var key = event.key().substring(shelf.prefix.length());
    var now = event.now().map(it -> shelf.type.read(it.tree()));
    var before =
        Optional.ofNullable(
            now.isPresent() ? shelf.objects.put(key, now.get()) : shelf.objects.remove(key));
    return new Change<>(shelf.type, before, now);
  }

  /** The claims of a pod by name, as far as it is known which they are. */
  List<String> claimNames(KnownObject<Pod> pod) {
    var names = new ArrayList<String>();
    for (var wanted : pod.value().spec().resourceClaims()) {
      claimName(pod, wanted.name(), wanted.resourceClaimName()).ifPresent(names::add);
    }
    return names;
  }

  private static Optional<String> claimName(KnownObject<Pod> pod, String entry, String direct) {
    if (!direct.isEmpty()) {
      return Optional.of(direct);
    }
    return pod.value().status().resourceClaimStatuses().stream()
        .filter(it -> it.name().equals(entry) && !it.resourceClaimName().isEmpty())
        .map(it -> it.resourceClaimName())
        .findFirst();
  }

  static boolean isOnNode(KnownObject<Pod> pod) {
    return !pod.value().spec().nodeName().isEmpty();
  }

  /** Whether it has not ended, as far as anybody knows. */
  static boolean isAlive(KnownObject<Pod> pod) {
    return !pod.value().status().finished();
  }

  static Optional<Json.Obj> condition(KnownObject<?> object, String type) {
    return object.tree().objects("status", "conditions").stream()
        .filter(it -> it.text("type").equals(type))
        .findFirst();
  }
}
