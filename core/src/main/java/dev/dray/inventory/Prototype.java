package dev.dray.inventory;

import dev.dray.api.resource.device.Device;
import java.util.Map;

/** A published device without its name and attributes; equal ones are kept once. */
final class Prototype {
  private final ExactlyWritten<Device> content;

  Prototype(ExactlyWritten<Device> content) {
    this.content = content;
  }

  static ExactlyWritten<Device> of(Device device) {
    return ExactlyWritten.of(device.withName("").withAttributes(Map.of()));
  }

  Device device() {
    return content.value();
  }
}
