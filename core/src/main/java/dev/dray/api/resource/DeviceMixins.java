package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.QualifiedName;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceMixin;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The mixins of a slice, and the entries that devices have through them, without flattening
 * (KEP-5234).
 *
 * <p>The device's own entries win over all included ones, and a later include over an earlier one.
 * An include that names no mixin adds nothing.
 */
public final class DeviceMixins {
  private final String driver;
  private final Map<String, DeviceMixin> byName;

  private DeviceMixins(String driver, Map<String, DeviceMixin> byName) {
    this.driver = driver;
    this.byName = byName;
  }

  public static DeviceMixins of(ResourceSliceSpec spec) {
    return of(spec.driver(), spec.mixins().map(ResourceSliceMixins::device).orElse(List.of()));
  }

  /** Returns these mixins, in a slice of the driver. */
  public static DeviceMixins of(String driver, List<DeviceMixin> mixins) {
    var byName = new LinkedHashMap<String, DeviceMixin>();
    for (var mixin : mixins) {
      byName.put(mixin.name(), mixin);
    }
    return new DeviceMixins(requireNonNull(driver, "driver"), byName);
  }

  public Optional<DeviceMixin> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Returns the attribute of this name, in either spelling. */
  public Optional<DeviceAttribute> attribute(Device device, QualifiedName name) {
    return find(device, device.attributes(), DeviceMixin::attributes, name);
  }

  /** Returns the capacity of this name, in either spelling. */
  public Optional<DeviceCapacity> capacity(Device device, QualifiedName name) {
    return find(device, device.capacity(), DeviceMixin::capacity, name);
  }

  private <V> Optional<V> find(
      Device device,
      Map<String, V> own,
      Function<DeviceMixin, Map<String, V>> part,
      QualifiedName name) {
    var found = name.in(own);
    for (int i = device.includes().size() - 1; found.isEmpty() && i >= 0; i--) {
      found = named(device.includes().get(i)).map(part).flatMap(name::in);
    }
    return found;
  }

  /** Returns all attributes of the device by shortest spelling. */
  public Map<String, DeviceAttribute> attributes(Device device) {
    return merged(device, device.attributes(), DeviceMixin::attributes);
  }

  /** Returns all capacities of the device by shortest spelling. */
  public Map<String, DeviceCapacity> capacity(Device device) {
    return merged(device, device.capacity(), DeviceMixin::capacity);
  }

  private <V> Map<String, V> merged(
      Device device, Map<String, V> own, Function<DeviceMixin, Map<String, V>> part) {
    var all = new LinkedHashMap<String, V>();
    for (var include : device.includes()) {
      named(include).ifPresent(mixin -> put(part.apply(mixin), all));
    }
    put(own, all);
    return all;
  }

  private <V> void put(Map<String, V> from, Map<String, V> all) {
    from.forEach((name, value) -> all.put(QualifiedName.shortest(name, driver), value));
    // The qualified spelling counts where one map has both, whichever comes last.
    from.forEach(
        (name, value) -> {
          var shortest = QualifiedName.shortest(name, driver);
          if (shortest.length() < name.length()) {
            all.put(shortest, value);
          }
        });
  }
}
