package dev.dray.allocation.explain;

/** The checks a device has to pass before a request gets it, in the order of explanations. */
public enum DeviceCheck {
  /** The device is offered, not hidden by a feature that is off or a mixin that is missing. */
  OFFERED,
  /** The device matches the selectors of the device class. */
  CLASS_SELECTORS,
  /** The device matches the selectors of the request. */
  REQUEST_SELECTORS,
  /** The selectors evaluate on it without an error. */
  ANSWER,
  /** Its pool is complete and valid. */
  POOL,
  /** Neither another claim nor an earlier request has it. */
  FREE,
  /** The device has the requested capacity, and enough of it is left. */
  CAPACITY,
  /** The node is able to skip node operations if the device asks for that. */
  NODE_OPERATIONS,
  /** The device draws from counters only if that feature is on. */
  PARTITIONS,
  /** Its compatibility groups are compatible with those in use. */
  GROUPS,
  /** Its counters have enough left. */
  COUNTERS,
  /** Its taints are tolerated. */
  TAINTS,
  /** The device has the attributes that constraints compare. */
  ATTRIBUTES,
  /** Its attributes satisfy the constraints together with the devices taken before. */
  CONSTRAINTS,
  /** No check is left: the device passes all of them. */
  NONE
}
