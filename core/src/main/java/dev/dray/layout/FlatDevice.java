package dev.dray.layout;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.inventory.Hidden;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A device as claims meet it, each value with where it came from.
 *
 * @param effective the same as a device that includes nothing
 * @param attributes those that a patch took away are among them, with a null value
 * @param keptPolicies by capacity where its policy came from, if a patch changed the value alone
 * @param hidden why no claim can have it, if none can
 */
public record FlatDevice(
    Device effective,
    List<Sourced<DeviceAttribute>> attributes,
    List<Sourced<DeviceCapacity>> capacity,
    Map<String, Origin> keptPolicies,
    List<FlatConsumption> consumptions,
    List<Sourced<DeviceTaint>> taints,
    Optional<Hidden> hidden) {
  public FlatDevice {
    requireNonNull(effective, "effective");
    attributes = List.copyOf(attributes);
    capacity = List.copyOf(capacity);
    keptPolicies = FrozenMap.copyOf(keptPolicies);
    consumptions = List.copyOf(consumptions);
    taints = List.copyOf(taints);
    requireNonNull(hidden, "hidden");
  }

  public String name() {
    return effective.name();
  }

  /** Whether a mixin that is missing, or the gate of mixins, keeps it out of sight. */
  boolean isHiddenByMixins() {
    return hidden
        .filter(it -> it == Hidden.MIXINS_OFF || it == Hidden.DANGLING_INCLUDE)
        .isPresent();
  }
}
