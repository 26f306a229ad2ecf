package dev.dray.allocation.fill;

import dev.dray.inventory.PoolGeneration;

/** Numbers the devices of pools so that those of one number are as good as each other. */
@FunctionalInterface
public interface DeviceTypeNumbers {

  /** The kind of each row; a negative one for a device of no kind. */
  int[] of(PoolGeneration generation);
}
