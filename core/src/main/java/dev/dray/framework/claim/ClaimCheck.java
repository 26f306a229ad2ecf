package dev.dray.framework.claim;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.inventory.Snapshot;
import java.util.Optional;

/** Finds mistakes that keep a claim from being allocated on any node. */
public final class ClaimCheck {
  private ClaimCheck() {}

  /** Returns the first mistake, in upstream's words. */
  public static Optional<String> mistake(ResourceClaim claim, Snapshot snapshot) {
    for (var request : claim.spec().devices().requests()) {
      if (request.exactly().isEmpty() && request.firstAvailable().isEmpty()) {
        return Optional.of(
            "resource claim %s, request %s: unknown request type"
                .formatted(ClaimStore.key(claim.metadata()), request.name()));
      }
      var absent = absentClass(request, snapshot);
      if (absent.isPresent()) {
        return absent;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> absentClass(DeviceRequest request, Snapshot snapshot) {
    if (request.exactly().isPresent()) {
      return absent(request.name(), request.exactly().get().deviceClassName(), snapshot);
    }
    return request.firstAvailable().stream()
        .flatMap(
            it -> absent(request.name() + "/" + it.name(), it.deviceClassName(), snapshot).stream())
        .findFirst();
  }

  private static Optional<String> absent(String request, String deviceClass, Snapshot snapshot) {
    return snapshot.deviceClass(deviceClass).isPresent()
        ? Optional.empty()
        : Optional.of("request %s: device class %s does not exist".formatted(request, deviceClass));
  }
}
