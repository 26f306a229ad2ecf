package dev.dray.allocation;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceRequest;
import java.util.List;
import java.util.OptionalInt;

/**
 * A request with its devices, in the order in which they were taken.
 *
 * @param alternative which one of {@code firstAvailable}; empty for a request without
 * @param deviceClass of the request, or of that alternative
 */
public record PlacedRequest(
    DeviceRequest request,
    OptionalInt alternative,
    DeviceClass deviceClass,
    boolean adminAccess,
    List<PlacedDevice> devices) {
  public PlacedRequest {
    requireNonNull(request, "request");
    requireNonNull(alternative, "alternative");
    requireNonNull(deviceClass, "deviceClass");
    devices = List.copyOf(devices);
  }
}
