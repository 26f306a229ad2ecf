package dev.dray.allocation.fill;

import dev.dray.inventory.PoolGeneration;

/** A numbering of devices by type: devices with the same number are as good as each other. */
@FunctionalInterface
public interface DeviceTypeNumbers {

  /** Returns the device type of each row; negative for a device without one. */
  int[] of(PoolGeneration generation);
}
