package dev.dray.e2e.fabric8;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What an informer told of each object, and whether that can be true. */
final class Journal<T extends HasMetadata> implements ResourceEventHandler<T> {
  private final Map<String, String> present = new TreeMap<>();
  private final List<String> wrong = new ArrayList<>();
  private int events;

  @Override
  public synchronized void onAdd(T object) {
    events++;
    var before = present.put(object.getMetadata().getName(), version(object));
    if (before != null) {
      wrong.add("%s was added twice".formatted(object.getMetadata().getName()));
    }
  }

  @Override
  public synchronized void onUpdate(T old, T object) {
    if (version(old).equals(version(object))) {
      return; // After a list, an informer tells of objects that did not change, too.
    }
    events++;
    var name = object.getMetadata().getName();
    var before = present.put(name, version(object));
    if (before == null || Long.parseLong(before) >= Long.parseLong(version(object))) {
      wrong.add("%s went from version %s to %s".formatted(name, before, version(object)));
    }
  }

  @Override
  public synchronized void onDelete(T object, boolean unknown) {
    events++;
    if (present.remove(object.getMetadata().getName()) == null) {
      wrong.add("%s was deleted and is not there".formatted(object.getMetadata().getName()));
    }
  }

  synchronized Map<String, String> present() {
    return new TreeMap<>(present);
  }

  synchronized List<String> wrong() {
    return List.copyOf(wrong);
  }

  synchronized int events() {
    return events;
  }

  static Map<String, String> versions(List<? extends HasMetadata> objects) {
    var all = new TreeMap<String, String>();
    objects.forEach(o -> all.put(o.getMetadata().getName(), version(o)));
    return all;
  }

  private static String version(HasMetadata object) {
    return object.getMetadata().getResourceVersion();
  }
}
