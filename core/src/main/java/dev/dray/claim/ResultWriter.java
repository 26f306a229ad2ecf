package dev.dray.claim;

import dev.dray.allocation.placement.PlacedDevice;
import dev.dray.allocation.placement.PlacedRequest;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.api.resource.claim.DeviceSubRequest;
import dev.dray.api.resource.claim.DeviceToleration;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import dev.dray.inventory.Consumption;
import dev.dray.inventory.DeviceTraits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The writer of the allocation result for one device of a request. */
record ResultWriter(Gates gates, Supplier<String> shareIds) {

  DeviceRequestAllocationResult write(PlacedRequest request, PlacedDevice device) {
    var generation = device.generation();
    var traits = generation.traits(generation.traitsNumber(device.row()));
    return new DeviceRequestAllocationResult(
        request.reference(),
        generation.pool().driver(),
        generation.pool().pool(),
        generation.name(device.row()),
        request.adminAccess() ? Optional.of(true) : Optional.empty(),
        tolerations(request),
        bindsLater() ? traits.bindingConditions() : List.of(),
        bindsLater() ? traits.bindingFailureConditions() : List.of(),
        device.share() ? Optional.of(shareIds.get()) : Optional.empty(),
        asPublished(device),
        generation.slice(device.row()).skipNodeOperations(),
        // A device with admin access is no member of a counter set.
        request.adminAccess() ? Map.of() : groups(traits),
        device.consumedCounters());
  }

  private static List<DeviceToleration> tolerations(PlacedRequest request) {
    var exactly = request.request().exactly().map(ExactDeviceRequest::tolerations);
    return request.chosen().map(DeviceSubRequest::tolerations).or(() -> exactly).orElse(List.of());
  }

  private boolean bindsLater() {
    return gates.enabled(Gate.DRA_DEVICE_BINDING_CONDITIONS)
        && gates.enabled(Gate.DRA_RESOURCE_CLAIM_DEVICE_STATUS);
  }

  /**
   * Returns the amounts under the names that the driver published, by which it will look for them.
   * A capacity from a mixin or a patch has the shortest name.
   */
  private static Map<String, Quantity> asPublished(PlacedDevice device) {
    if (device.consumedCapacity().isEmpty()) {
      return Map.of();
    }
    var driver = device.generation().pool().driver();
    var published = device.generation().publishedCapacity(device.row());
    var consumed = new LinkedHashMap<String, Quantity>();
    device
        .consumedCapacity()
        .forEach(
            (name, amount) -> {
              var qualified = QualifiedName.of(name, driver).qualified();
              consumed.put(published.containsKey(qualified) ? qualified : name, amount);
            });
    return consumed;
  }

  /**
   * Returns the groups as declared now, for later allocations. If any counter set has a group,
   * every set is listed, so that "no groups here" is on record too.
   */
  private Map<String, List<String>> groups(DeviceTraits traits) {
    if (traits.consumptions().isEmpty()) {
      return Map.of();
    }
    var bySet = new LinkedHashMap<String, List<String>>();
    if (gates.enabled(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS)
        && traits.consumptions().stream().anyMatch(one -> !one.groups().isEmpty())) {
      for (Consumption consumption : traits.consumptions()) {
        bySet.put(consumption.counterSet(), consumption.groups());
      }
    }
    return bySet;
  }
}
