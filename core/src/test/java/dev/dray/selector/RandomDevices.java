package dev.dray.selector;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Devices of few names and values, so that many are alike in part. */
final class RandomDevices {
  private static final List<String> DRIVERS = List.of("gpu.example.com", "other.example.com");
  private static final List<String> NAMES =
      List.of(
          "model",
          "gpu.example.com/model",
          "index",
          "other.example.com/index",
          "ecc",
          "third.example.com/ecc",
          "links",
          "uuid");

  private final Random random;

  RandomDevices(Random random) {
    this.random = random;
  }

  CelDevice next() {
    return new CelDevice(pick(DRIVERS), attributes(), capacity(), random.nextInt(3) == 0);
  }

  Map<String, DeviceAttribute> attributes() {
    var attributes = new LinkedHashMap<String, DeviceAttribute>();
    for (int i = random.nextInt(5); i > 0; i--) {
      attributes.put(pick(NAMES), attribute());
    }
    return attributes;
  }

  Map<String, DeviceCapacity> capacity() {
    var capacity = new LinkedHashMap<String, DeviceCapacity>();
    for (int i = random.nextInt(3); i > 0; i--) {
      var name = pick(List.of("memory", "cores", "other.example.com/memory"));
      var amount = pick(List.of("1Gi", "1024Mi", "1", "1000m", "80Gi"));
      capacity.put(name, new DeviceCapacity(Quantity.parse(amount), Optional.empty()));
    }
    return capacity;
  }

  DeviceAttribute attribute() {
    return switch (random.nextInt(24)) {
      case 0 -> new DeviceAttribute.Malformed(List.of());
      case 1, 2, 3, 4, 5 -> new DeviceAttribute.IntValue(random.nextInt(3));
      case 6, 7, 8, 9 -> new DeviceAttribute.BoolValue(random.nextBoolean());
      case 10, 11 -> new DeviceAttribute.StringValues(List.of("a", "b"));
      case 12, 13 -> new DeviceAttribute.StringValue("gpu.example.com");
      default -> new DeviceAttribute.StringValue(random.nextBoolean() ? "a" : "b");
    };
  }

  <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
