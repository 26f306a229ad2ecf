package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.Condition;
import dev.dray.api.meta.RawJson;
import java.util.List;
import java.util.Optional;

/** The status of one allocated device, as its driver reports it. */
public record AllocatedDeviceStatus(
    String driver,
    String pool,
    String device,
    Optional<String> shareId,
    List<Condition> conditions,
    Optional<RawJson> data,
    Optional<NetworkDeviceData> networkData) {
  public AllocatedDeviceStatus {
    requireNonNull(driver, "driver");
    requireNonNull(pool, "pool");
    requireNonNull(device, "device");
    requireNonNull(shareId, "shareId");
    conditions = List.copyOf(conditions);
    requireNonNull(data, "data");
    requireNonNull(networkData, "networkData");
  }

  public AllocatedDeviceStatus withoutShareId() {
    return new AllocatedDeviceStatus(
        driver, pool, device, Optional.empty(), conditions, data, networkData);
  }
}
