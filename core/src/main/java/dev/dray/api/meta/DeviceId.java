package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

/** The identity of a device: its pool, and its name, which is unique in the pool. */
public record DeviceId(PoolId pool, String device) implements Comparable<DeviceId> {
  public DeviceId {
    requireNonNull(pool, "pool");
    requireNonNull(device, "device");
  }

  public static DeviceId of(String driver, String pool, String device) {
    return new DeviceId(new PoolId(driver, pool), device);
  }

  @Override
  public int compareTo(DeviceId other) {
    int byPool = pool.compareTo(other.pool);
    return byPool != 0 ? byPool : device.compareTo(other.device);
  }

  @Override
  public String toString() {
    return pool + "/" + device;
  }
}
