package dev.dray.bench;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.selector.CelDevice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The devices of a large cluster: 100,000 of eight models, each with twelve entries of which one is
 * unique; the devices of a node are of one model.
 */
final class Fleet {
  static final String DRIVER = "gpu.example.com";
  static final int SIZE = 100_000;
  static final int DEVICES_OF_A_NODE = 8;

  private Fleet() {}

  static List<CelDevice> devices() {
    return IntStream.range(0, SIZE).mapToObj(Fleet::device).toList();
  }

  private static CelDevice device(int number) {
    int model = number / DEVICES_OF_A_NODE % 8;
    var attributes = new LinkedHashMap<String, DeviceAttribute>();
    attributes.put("model", new DeviceAttribute.StringValue("h" + (model + 1) + "00"));
    attributes.put("uuid", new DeviceAttribute.StringValue("GPU-" + number));
    attributes.put("index", new DeviceAttribute.IntValue(number % DEVICES_OF_A_NODE));
    attributes.put("ecc", new DeviceAttribute.BoolValue(model % 2 == 0));
    attributes.put("driverVersion", new DeviceAttribute.VersionValue("550.54." + model));
    attributes.put("cudaVersion", new DeviceAttribute.VersionValue("12.4." + model));
    attributes.put("architecture", new DeviceAttribute.StringValue("hopper"));
    attributes.put("brand", new DeviceAttribute.StringValue("nvidia"));
    attributes.put(
        "resource.kubernetes.io/pcieRoot", new DeviceAttribute.StringValue("pci" + model));
    attributes.put("numa", new DeviceAttribute.IntValue(number % 2));
    var capacity = new LinkedHashMap<String, DeviceCapacity>();
    capacity.put("memory", amount((model + 1) * 20 + "Gi"));
    capacity.put("multiprocessors", amount("132"));
    return new CelDevice(DRIVER, attributes, capacity, false);
  }

  private static DeviceCapacity amount(String text) {
    return new DeviceCapacity(Quantity.parse(text), Optional.empty());
  }
}
