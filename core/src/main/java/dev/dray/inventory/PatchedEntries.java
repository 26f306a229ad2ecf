package dev.dray.inventory;

import dev.dray.api.meta.QualifiedName;
import dev.dray.api.resource.DeviceAttribute;
import dev.dray.api.resource.DeviceCapacity;
import dev.dray.api.resource.DevicePatch;
import dev.dray.selector.CelDevice;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What patches make of the entries of one device; for one thread.
 *
 * <p>Patches are added winners first, and each decides the names that no earlier one did. One that
 * would give the device too many entries is left out as a whole.
 */
final class PatchedEntries {
  private static final int MOST_ENTRIES = 32;
  private static final int MOST_VALUES = 48;

  private final String driver;
  private final Map<String, DeviceAttribute> published = new HashMap<>();
  private final TreeSet<String> publishedCapacity = new TreeSet<>();
  private SortedMap<String, DeviceAttribute> attributes = new TreeMap<>();
  private SortedMap<String, DeviceCapacity> capacity = new TreeMap<>();

  PatchedEntries(CelDevice device) {
    driver = device.driver();
    device.attributes().forEach((name, value) -> published.put(shortest(name), value));
    device.capacity().keySet().forEach(name -> publishedCapacity.add(shortest(name)));
  }

  private String shortest(String name) {
    return QualifiedName.shortest(name, driver);
  }

  private record Size(int entries, int values) {
    Optional<String> excess(Size before) {
      if (entries > MOST_ENTRIES && entries > before.entries()) {
        return Optional.of(
            "the device would have %d attributes and capacities, more than %d"
                .formatted(entries, MOST_ENTRIES));
      }
      return values > MOST_VALUES && values > before.values()
          ? Optional.of(
              "the device would have %d attribute values, more than %d"
                  .formatted(values, MOST_VALUES))
          : Optional.empty();
    }
  }

  /** Returns why the patch is left out, if it is. */
  Optional<String> add(DevicePatch patch) {
    var before = size();
    var oldAttributes = attributes;
    var oldCapacity = capacity;
    attributes = with(patch.attributes(), attributes);
    capacity = with(patch.capacity(), capacity);
    var excess = size().excess(before);
    if (excess.isPresent()) {
      attributes = oldAttributes;
      capacity = oldCapacity;
    }
    return excess;
  }

  /** In one patch the qualified spelling counts if it has a name in both. */
  private <V> SortedMap<String, V> with(Map<String, V> added, SortedMap<String, V> decided) {
    var own = new TreeMap<String, V>();
    added.forEach((name, value) -> own.put(shortest(name), value));
    added.forEach(
        (name, value) -> {
          if (name.indexOf('/') >= 0) {
            own.put(shortest(name), value);
          }
        });
    own.putAll(decided);
    return own;
  }

  private Size size() {
    var all = new HashMap<>(published);
    all.putAll(attributes);
    all.values().removeIf(DeviceAttribute.NullValue.class::isInstance);
    long added = capacity.keySet().stream().filter(it -> !publishedCapacity.contains(it)).count();
    return new Size(
        all.size() + publishedCapacity.size() + (int) added,
        all.values().stream().mapToInt(DeviceAttribute::size).sum());
  }

  Map<String, DeviceAttribute> attributes() {
    return attributes;
  }

  Map<String, DeviceCapacity> capacity() {
    return capacity;
  }
}
