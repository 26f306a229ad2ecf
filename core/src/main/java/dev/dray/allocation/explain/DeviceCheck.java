package dev.dray.allocation.explain;

/** What a device has to pass before a request gets it, in the order in which explanations ask. */
public enum DeviceCheck {
  /** It is offered, not hidden by a feature that is off or a mixin that is missing. */
  OFFERED,
  /** It matches the selectors of the device class. */
  CLASS_SELECTORS,
  /** It matches the selectors of the request. */
  REQUEST_SELECTORS,
  /** The selectors have an answer for it. */
  ANSWER,
  /** Its pool is complete and valid. */
  POOL,
  /** Nobody has it: neither another claim nor an earlier request. */
  FREE,
  /** It has what is requested of its capacity, and so much of it is left. */
  CAPACITY,
  /** The node can do without node operations if the device does. */
  NODE_OPERATIONS,
  /** It draws from counters only where that is switched on. */
  PARTITIONS,
  /** Its compatibility groups get along with those in use. */
  GROUPS,
  /** Its counters have enough left. */
  COUNTERS,
  /** Its taints are tolerated. */
  TAINTS,
  /** It has the attributes that constraints compare. */
  ATTRIBUTES,
  /** Its attributes go with those of the devices taken before. */
  CONSTRAINTS,
  /** There is nothing more to pass. */
  NONE
}
