package dev.dray.inventory.patch;

import dev.dray.api.meta.QualifiedName;
import dev.dray.api.resource.DevicePatch;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.selector.CelDevice;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The entries that patches give to one device; for one thread.
 *
 * <p>Patches are added winners first, and each decides the names that no earlier one decided. A
 * patch that would give the device too many entries is left out as a whole. Adding a patch costs
 * what the patch has, however many were added before.
 */
public final class PatchedEntries {
  private static final int MOST_ENTRIES = 32;
  private static final int MOST_VALUES = 48;

  private final Map<String, DeviceAttribute> published = new HashMap<>();
  private final Set<String> publishedCapacity = new HashSet<>();
  private final TreeMap<String, DeviceAttribute> attributes = new TreeMap<>();
  private final TreeMap<String, DeviceCapacity> capacity = new TreeMap<>();
  private Size size;

  public PatchedEntries(CelDevice device) {
    var driver = device.driver();
    device
        .attributes()
        .forEach((name, value) -> published.put(QualifiedName.shortest(name, driver), value));
    device
        .capacity()
        .keySet()
        .forEach(name -> publishedCapacity.add(QualifiedName.shortest(name, driver)));
    size = new Size(publishedCapacity.size(), 0);
    published.values().forEach(value -> size = size.with(value));
  }

  /** The entries of a patch as the devices of a driver have them: in their shortest spelling. */
  public record Entries(
      Map<String, DeviceAttribute> attributes, Map<String, DeviceCapacity> capacity) {
    public static Entries of(DevicePatch patch, String driver) {
      return new Entries(shortest(patch.attributes(), driver), shortest(patch.capacity(), driver));
    }

    /**
     * Returns the entries by shortest spelling. If a patch has both spellings of a name, the
     * qualified one counts.
     */
    private static <V> Map<String, V> shortest(Map<String, V> entries, String driver) {
      var shortest = new TreeMap<String, V>();
      entries.forEach((name, value) -> shortest.put(QualifiedName.shortest(name, driver), value));
      entries.forEach(
          (name, value) -> {
            if (name.indexOf('/') >= 0) {
              shortest.put(QualifiedName.shortest(name, driver), value);
            }
          });
      return shortest;
    }
  }

  private record Size(int entries, int values) {
    Size with(DeviceAttribute value) {
      return value instanceof DeviceAttribute.NullValue
          ? this
          : new Size(entries + 1, values + value.size());
    }

    Size without(DeviceAttribute value) {
      return value instanceof DeviceAttribute.NullValue
          ? this
          : new Size(entries - 1, values - value.size());
    }

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

  /** Adds a patch. Returns the reason if it is left out. */
  public Optional<String> add(Entries patch) {
    var after = sizeWith(patch);
    var excess = after.excess(size);
    if (excess.isEmpty()) {
      size = after;
      patch.attributes().forEach(attributes::putIfAbsent);
      patch.capacity().forEach(capacity::putIfAbsent);
    }
    return excess;
  }

  private Size sizeWith(Entries patch) {
    var sum = size;
    for (var entry : patch.attributes().entrySet()) {
      if (!attributes.containsKey(entry.getKey())) {
        var old = published.get(entry.getKey());
        sum = (old == null ? sum : sum.without(old)).with(entry.getValue());
      }
    }
    for (var name : patch.capacity().keySet()) {
      if (!capacity.containsKey(name) && !publishedCapacity.contains(name)) {
        sum = new Size(sum.entries() + 1, sum.values());
      }
    }
    return sum;
  }

  public Map<String, DeviceAttribute> attributes() {
    return attributes;
  }

  public Map<String, DeviceCapacity> capacity() {
    return capacity;
  }
}
