package dev.dray.verify.reference;

import dev.dray.api.resource.claim.DeviceRequestAllocationResult;

/** A device of a pool. */
record DeviceName(PoolName pool, String device) {

  static DeviceName of(DeviceRequestAllocationResult result) {
    return new DeviceName(PoolName.of(result), result.device());
  }

  @Override
  public String toString() {
    return pool + "/" + device;
  }
}
