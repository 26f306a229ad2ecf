package dev.dray.allocation.placement;

import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.resource.claim.DeviceSubRequest;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A request with its devices, in the order in which they were taken.
 *
 * @param alternative the index in {@code firstAvailable}; empty for a request without it
 * @param deviceClass the class of the request, or of that alternative
 */
public record PlacedRequest(
    DeviceRequest request,
    OptionalInt alternative,
    DeviceClass deviceClass,
    boolean adminAccess,
    List<PlacedDevice> devices) {
  public PlacedRequest {
    devices = List.copyOf(devices);
  }

  /** Returns the name by which a status refers to it: {@code main} or {@code main/sub}. */
  public String reference() {
    return chosen().map(one -> request.name() + "/" + one.name()).orElse(request.name());
  }

  /** Returns the alternative that was taken; empty for a request without alternatives. */
  public Optional<DeviceSubRequest> chosen() {
    return alternative.isPresent()
        ? Optional.of(request.firstAvailable().get(alternative.getAsInt()))
        : Optional.empty();
  }
}
