package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * One entry of {@code spec.devices.requests}, as the user wrote it.
 *
 * <p>Both {@code exactly} and {@code firstAvailable} may be set here; validation then reports it
 * with a field path.
 */
public record DeviceRequest(
    String name, Optional<ExactDeviceRequest> exactly, List<DeviceSubRequest> firstAvailable) {
  public DeviceRequest {
    requireNonNull(name, "name");
    requireNonNull(exactly, "exactly");
    firstAvailable = List.copyOf(firstAvailable);
  }

  public DeviceRequest withExactly(Optional<ExactDeviceRequest> exactly) {
    return new DeviceRequest(name, exactly, firstAvailable);
  }

  public DeviceRequest withFirstAvailable(List<DeviceSubRequest> firstAvailable) {
    return new DeviceRequest(name, exactly, firstAvailable);
  }
}
