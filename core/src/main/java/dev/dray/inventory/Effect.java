package dev.dray.inventory;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceTaint;
import java.util.List;
import java.util.Map;

/** What patches and taint rules do to a device; kept once, so equal ones are the same. */
final class Effect {
  private final ExactlyWritten<Content> content;

  Effect(ExactlyWritten<Content> content) {
    this.content = content;
  }

  /**
   * @param attributes by shortest spelling; a null value takes one away
   * @param capacity by shortest spelling; without a policy the published one stays
   * @param taints of rules, by the rule's name
   */
  record Content(
      Map<String, DeviceAttribute> attributes,
      Map<String, DeviceCapacity> capacity,
      List<DeviceTaint> taints) {
    static final Content NONE = new Content(Map.of(), Map.of(), List.of());

    Content {
      attributes = FrozenMap.copyOf(attributes);
      capacity = FrozenMap.copyOf(capacity);
      taints = List.copyOf(taints);
    }

    boolean isEmpty() {
      return attributes.isEmpty() && capacity.isEmpty() && taints.isEmpty();
    }
  }

  Map<String, DeviceAttribute> attributes() {
    return content.value().attributes();
  }

  Map<String, DeviceCapacity> capacity() {
    return content.value().capacity();
  }

  List<DeviceTaint> taints() {
    return content.value().taints();
  }

  /** Whether it changes what expressions see. */
  boolean patches() {
    return !attributes().isEmpty() || !capacity().isEmpty();
  }
}
