package dev.dray.allocation;

import dev.dray.inventory.Generation;

/** Numbers the devices of pools so that those of one number are as good as each other. */
@FunctionalInterface
public interface DeviceKinds {

  /** The kind of each row; a negative one for a device of no kind. */
  int[] of(Generation generation);
}
