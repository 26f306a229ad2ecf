package dev.dray.hardware;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Attributes and capacities that belong together, under the name of their mixin. */
record Traits(
    String name, Map<String, DeviceAttribute> attributes, Map<String, DeviceCapacity> capacity) {
  Traits {
    attributes = FrozenMap.copyOf(attributes);
    capacity = FrozenMap.copyOf(capacity);
  }

  static Traits named(String name) {
    return new Traits(name, Map.of(), Map.of());
  }

  Traits string(String key, String value) {
    return with(key, new DeviceAttribute.StringValue(value));
  }

  Traits version(String key, String value) {
    return with(key, new DeviceAttribute.VersionValue(value));
  }

  Traits number(String key, long value) {
    return with(key, new DeviceAttribute.IntValue(value));
  }

  Traits bool(String key, boolean value) {
    return with(key, new DeviceAttribute.BoolValue(value));
  }

  private Traits with(String key, DeviceAttribute value) {
    var more = new LinkedHashMap<>(attributes);
    more.put(key, value);
    return new Traits(name, more, capacity);
  }

  Traits capacity(String key, String value) {
    return capacity(key, Quantity.parse(value));
  }

  Traits capacity(String key, Quantity value) {
    var more = new LinkedHashMap<>(capacity);
    more.put(key, new DeviceCapacity(value, Optional.empty()));
    return new Traits(name, attributes, more);
  }

  /** Returns these traits and the others, whose entries win. */
  Traits and(Traits others) {
    var bothAttributes = new LinkedHashMap<>(attributes);
    bothAttributes.putAll(others.attributes);
    var bothCapacities = new LinkedHashMap<>(capacity);
    bothCapacities.putAll(others.capacity);
    return new Traits(name, bothAttributes, bothCapacities);
  }
}
