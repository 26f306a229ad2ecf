package dev.dray.allocation.explain;

import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.inventory.Hidden;
import dev.dray.inventory.PoolView;
import dev.dray.ledger.Holder;
import java.util.List;

/**
 * The reason why a request does not get a device: the first {@link DeviceCheck} it does not pass.
 */
public sealed interface Reason {
  DeviceCheck check();

  /** Returns the end of a sentence about one device: <em>is in use by default/a</em>. */
  default String toText() {
    return ReasonText.of(this, 1);
  }

  /** The device is published but not offered. */
  record NotOffered(Hidden why) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.OFFERED;
    }
  }

  /**
   * A selector, by its position in the list of its owner.
   *
   * @param owner the class of this name, or the request if empty
   */
  record SelectorPlace(String owner, int number, String expression) {

    boolean isOfClass() {
      return !owner.isEmpty();
    }
  }

  /** A selector does not match the device. */
  record Unselected(SelectorPlace selector) implements Reason {
    @Override
    public DeviceCheck check() {
      return selector.isOfClass() ? DeviceCheck.CLASS_SELECTORS : DeviceCheck.REQUEST_SELECTORS;
    }
  }

  /** A selector fails on the device; a search that reaches it ends with an error. */
  record NoAnswer(SelectorPlace selector, String message) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.ANSWER;
    }
  }

  /** The pool of the device is incomplete or invalid, so its devices are not considered. */
  record UnsettledPool(PoolId pool, PoolView.State state, String why) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.POOL;
    }
  }

  /** Other claims hold the device. */
  record InUse(List<Holder> holders) implements Reason {
    public InUse {
      holders = List.copyOf(holders);
    }

    @Override
    public DeviceCheck check() {
      return DeviceCheck.FREE;
    }
  }

  /** An earlier request of the same attempt would get the device. */
  record Taken(String claim, String request) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.FREE;
    }
  }

  /**
   * The amount to charge cannot be computed; a search that reaches the device ends with an error.
   */
  record Incalculable(String message) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.CAPACITY;
    }
  }

  /** The device does not have a capacity that is requested. */
  record NoCapacity(String capacity) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.CAPACITY;
    }
  }

  /** The request policy of the device does not allow the amount that would be charged. */
  record AgainstPolicy(String what, Quantity amount) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.CAPACITY;
    }
  }

  /** Less of a capacity is left than is needed. */
  record Shortage(String what, Quantity needed, Quantity left, Quantity total) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.CAPACITY;
    }
  }

  /** The device skips node operations, which the node or the allocator does not support. */
  record NodeOperations(List<String> skipped, String lacking) implements Reason {
    public NodeOperations {
      skipped = List.copyOf(skipped);
    }

    @Override
    public DeviceCheck check() {
      return DeviceCheck.NODE_OPERATIONS;
    }
  }

  /** The device draws from counters, and the feature gate for that is off. */
  record PartitionsOff() implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.PARTITIONS;
    }
  }

  /**
   * The device is not compatible with those that draw from a counter set.
   *
   * @param declared its own groups
   * @param inUse the groups that all others have in common; empty if they have none
   * @param holders the holders of devices of the set that are not compatible with it
   */
  record GroupConflict(
      String counterSet, List<String> declared, List<String> inUse, List<String> holders)
      implements Reason {
    public GroupConflict {
      declared = List.copyOf(declared);
      inUse = List.copyOf(inUse);
      holders = List.copyOf(holders);
    }

    @Override
    public DeviceCheck check() {
      return DeviceCheck.GROUPS;
    }
  }

  /** Less of a counter is left than is needed. */
  record CounterShortage(
      String counterSet, String counter, Quantity needed, Quantity left, Quantity total)
      implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.COUNTERS;
    }
  }

  /** The device has taints that the request does not tolerate. */
  record Tainted(List<DeviceTaint> taints) implements Reason {
    public Tainted {
      taints = List.copyOf(taints);
    }

    @Override
    public DeviceCheck check() {
      return DeviceCheck.TAINTS;
    }
  }

  /** The device lacks an attribute that a constraint compares. */
  record NoAttribute(String attribute) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.ATTRIBUTES;
    }
  }

  /**
   * The expression of a derived attribute fails; a search that reaches the device ends with an
   * error.
   */
  record NoValue(String attribute, String message) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.ATTRIBUTES;
    }
  }

  /**
   * The values of the device have none in common with those of the devices taken before.
   *
   * @param common the values that those have in common
   */
  record Mismatch(String attribute, List<String> values, List<String> common) implements Reason {
    public Mismatch {
      values = List.copyOf(values);
      common = List.copyOf(common);
    }

    @Override
    public DeviceCheck check() {
      return DeviceCheck.CONSTRAINTS;
    }
  }

  /** A device taken before has one of its values, which must be distinct. */
  record Repetition(String attribute, List<String> values) implements Reason {
    public Repetition {
      values = List.copyOf(values);
    }

    @Override
    public DeviceCheck check() {
      return DeviceCheck.CONSTRAINTS;
    }
  }
}
