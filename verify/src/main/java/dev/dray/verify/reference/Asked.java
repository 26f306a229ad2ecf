package dev.dray.verify.reference;

import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.DeviceDerivedAttribute;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.claim.DeviceSubRequest;
import dev.dray.api.resource.claim.DeviceToleration;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import java.util.List;
import java.util.Optional;

/** What requests and alternatives have in common, as the user wrote it. */
record Asked(
    String name,
    String deviceClassName,
    List<DeviceSelector> selectors,
    String allocationMode,
    long count,
    Optional<Boolean> adminAccess,
    List<DeviceToleration> tolerations,
    Optional<CapacityRequirements> capacity,
    List<DeviceDerivedAttribute> derivedAttributes) {

  static Asked of(DeviceRequest request, ExactDeviceRequest exactly) {
    return new Asked(
        request.name(),
        exactly.deviceClassName(),
        exactly.selectors(),
        exactly.allocationMode(),
        exactly.count(),
        exactly.adminAccess(),
        exactly.tolerations(),
        exactly.capacity(),
        exactly.derivedAttributes());
  }

  static Asked of(DeviceSubRequest alternative) {
    return new Asked(
        alternative.name(),
        alternative.deviceClassName(),
        alternative.selectors(),
        alternative.allocationMode(),
        alternative.count(),
        Optional.empty(),
        alternative.tolerations(),
        alternative.capacity(),
        alternative.derivedAttributes());
  }
}
