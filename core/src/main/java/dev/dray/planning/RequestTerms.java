package dev.dray.planning;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.DeviceDerivedAttribute;
import dev.dray.api.resource.claim.DeviceSelector;
import java.util.List;
import java.util.Optional;

/** The terms of a request, or of one of its alternatives, for each of its devices. */
record RequestTerms(
    String deviceClass,
    List<DeviceSelector> selectors,
    Optional<CapacityRequirements> capacity,
    List<DeviceDerivedAttribute> derived) {

  /**
   * Returns the terms of {@code main} or {@code main/sub}; empty if the claim has no such request.
   */
  static Optional<RequestTerms> of(ResourceClaim claim, String reference) {
    for (var request : claim.spec().devices().requests()) {
      if (request.name().equals(reference) && request.exactly().isPresent()) {
        var it = request.exactly().get();
        return Optional.of(
            new RequestTerms(
                it.deviceClassName(), it.selectors(), it.capacity(), it.derivedAttributes()));
      }
      for (var it : request.firstAvailable()) {
        if (reference.equals(request.name() + "/" + it.name())) {
          return Optional.of(
              new RequestTerms(
                  it.deviceClassName(), it.selectors(), it.capacity(), it.derivedAttributes()));
        }
      }
    }
    return Optional.empty();
  }
}
