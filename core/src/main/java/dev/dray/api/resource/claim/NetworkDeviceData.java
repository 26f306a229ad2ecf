package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** The network side of an allocated device. */
public record NetworkDeviceData(String interfaceName, List<String> ips, String hardwareAddress) {
  public NetworkDeviceData {
    requireNonNull(interfaceName, "interfaceName");
    ips = List.copyOf(ips);
    requireNonNull(hardwareAddress, "hardwareAddress");
  }
}
