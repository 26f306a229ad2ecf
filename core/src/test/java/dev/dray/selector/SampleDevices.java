package dev.dray.selector;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Devices to evaluate expressions on. */
final class SampleDevices {
  private SampleDevices() {}

  /** One of the driver {@code gpu} with something of every type. */
  static CelDevice gpu() {
    var attributes = new LinkedHashMap<String, DeviceAttribute>();
    attributes.put("model", new DeviceAttribute.StringValue("h200"));
    attributes.put("index", new DeviceAttribute.IntValue(3));
    attributes.put("ecc", new DeviceAttribute.BoolValue(true));
    attributes.put("version", new DeviceAttribute.VersionValue("550.54.15"));
    attributes.put("links", new DeviceAttribute.StringValues(List.of("a", "b", "c")));
    attributes.put("numa", new DeviceAttribute.IntValues(List.of(0L, 1L)));
    attributes.put("other/kind", new DeviceAttribute.StringValue("x"));
    var capacity = Map.of("memory", capacity("141Gi"));
    return new CelDevice("gpu", attributes, capacity, true);
  }

  static CelDevice with(Map<String, DeviceAttribute> attributes) {
    return new CelDevice("gpu", attributes, Map.of(), false);
  }

  static DeviceCapacity capacity(String amount) {
    return new DeviceCapacity(Quantity.parse(amount), Optional.empty());
  }
}
