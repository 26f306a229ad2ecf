package dev.dray.verify.reference;

import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import java.util.Comparator;

/** A pool of a driver. */
record PoolName(String driver, String pool) implements Comparable<PoolName> {
  private static final Comparator<PoolName> ORDER =
      Comparator.comparing(PoolName::driver).thenComparing(PoolName::pool);

  static PoolName of(ResourceSlice slice) {
    return new PoolName(slice.spec().driver(), slice.spec().pool().name());
  }

  static PoolName of(DeviceRequestAllocationResult result) {
    return new PoolName(result.driver(), result.pool());
  }

  @Override
  public int compareTo(PoolName other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return driver + "/" + pool;
  }
}
