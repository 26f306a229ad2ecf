package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/** The devices of a pool that several claims can share. */
public record ShareableSummaryStatus(
    Optional<Integer> fullyAvailableDevices,
    Optional<Integer> partiallyAvailableDevices,
    List<ShareableCapacityStatus> capacity) {
  public ShareableSummaryStatus {
    requireNonNull(fullyAvailableDevices, "fullyAvailableDevices");
    requireNonNull(partiallyAvailableDevices, "partiallyAvailableDevices");
    capacity = List.copyOf(capacity);
  }
}
