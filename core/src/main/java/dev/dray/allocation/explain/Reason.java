package dev.dray.allocation.explain;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.inventory.Hidden;
import dev.dray.inventory.PoolView;
import dev.dray.ledger.Holder;
import java.util.List;

/** Why a request does not get a device: the first {@link DeviceCheck} it does not pass. */
public sealed interface Reason {
  DeviceCheck check();

  /** The end of a sentence about one device: <em>is in use by default/a</em>. */
  default String toText() {
    return ReasonText.of(this, 1);
  }

  /** It is published but not offered. */
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
    public SelectorPlace {
      requireNonNull(owner, "owner");
      requireNonNull(expression, "expression");
    }

    boolean isOfClass() {
      return !owner.isEmpty();
    }
  }

  /** A selector says no. */
  record Unselected(SelectorPlace selector) implements Reason {
    @Override
    public DeviceCheck check() {
      return selector.isOfClass() ? DeviceCheck.CLASS_SELECTORS : DeviceCheck.REQUEST_SELECTORS;
    }
  }

  /** A selector has no answer; a search that comes to the device ends there. */
  record NoAnswer(SelectorPlace selector, String message) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.ANSWER;
    }
  }

  /** Devices of its pool are not considered. */
  record UnsettledPool(PoolId pool, PoolView.State state, String why) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.POOL;
    }
  }

  /** Others have it. */
  record InUse(List<Holder> holders) implements Reason {
    public InUse {
      holders = List.copyOf(holders);
    }

    @Override
    public DeviceCheck check() {
      return DeviceCheck.FREE;
    }
  }

  /** An earlier request of the same attempt would get it. */
  record Taken(String claim, String request) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.FREE;
    }
  }

  /** What it would be charged cannot be computed; a search that comes to it ends there. */
  record Incalculable(String message) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.CAPACITY;
    }
  }

  /** It does not have a capacity that is requested. */
  record NoCapacity(String capacity) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.CAPACITY;
    }
  }

  /** Its request policy does not allow what would be charged. */
  record AgainstPolicy(String what, Quantity amount) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.CAPACITY;
    }
  }

  /** So much of it is needed, and so much is left of what there is. */
  record Shortage(String what, Quantity needed, Quantity left, Quantity total) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.CAPACITY;
    }
  }

  /** It skips operations on the node, which the node (or who allocates) knows nothing about. */
  record NodeOperations(List<String> skipped, String lacking) implements Reason {
    public NodeOperations {
      skipped = List.copyOf(skipped);
    }

    @Override
    public DeviceCheck check() {
      return DeviceCheck.NODE_OPERATIONS;
    }
  }

  /** It draws from counters, and the gate for that is off. */
  record PartitionsOff() implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.PARTITIONS;
    }
  }

  /**
   * It cannot draw from a counter set together with those who do.
   *
   * @param declared its own groups
   * @param inUse the groups that all others have in common; empty if they have none
   * @param holders who draws from the set and does not get along with it
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

  /** So much of a counter is needed, and so much is left of what there is. */
  record CounterShortage(
      String counterSet, String counter, Quantity needed, Quantity left, Quantity total)
      implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.COUNTERS;
    }
  }

  /** It has taints that the request does not tolerate. */
  record Tainted(List<DeviceTaint> taints) implements Reason {
    public Tainted {
      taints = List.copyOf(taints);
    }

    @Override
    public DeviceCheck check() {
      return DeviceCheck.TAINTS;
    }
  }

  /** It lacks an attribute that a constraint compares. */
  record NoAttribute(String attribute) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.ATTRIBUTES;
    }
  }

  /** The expression of an attribute has no value; a search that comes to the device ends there. */
  record NoValue(String attribute, String message) implements Reason {
    @Override
    public DeviceCheck check() {
      return DeviceCheck.ATTRIBUTES;
    }
  }

  /**
   * Its values do not have one in common with those of the devices taken before.
   *
   * @param common what those have in common
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

  /** A device taken before has one of its values. */
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
