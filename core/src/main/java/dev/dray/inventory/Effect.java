package dev.dray.inventory;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceTaint;
import java.util.List;
import java.util.Map;

/** The changes that patches and taint rules make to a device; equal effects are the same object. */
final class Effect {
  private final ExactlyWritten<Content> content;

  Effect(ExactlyWritten<Content> content) {
    this.content = content;
  }

  /**
   * The changes themselves.
   *
   * @param attributes by shortest spelling; a null value takes the attribute away
   * @param capacity by shortest spelling; one without a policy keeps the published policy
   * @param taints of rules, by rule name
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

  /** Returns whether it changes what expressions see. */
  boolean patches() {
    return !attributes().isEmpty() || !capacity().isEmpty();
  }
}
