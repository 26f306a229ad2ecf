package dev.dray.ledger;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The compatibility groups that the devices in use of a counter set have in common (KEP-5963),
 * which decide what other devices may draw from it.
 *
 * <p>All must have a group in common, or all must have none. The order in which devices are added
 * does not matter.
 */
public sealed interface GroupState {

  /** No device draws from the set: it is open to all devices. */
  record None() implements GroupState {}

  /** Only devices without groups draw from it. */
  record Empty() implements GroupState {}

  /** The groups, at least one, that all devices have in common. */
  record Of(SortedSet<String> groups) implements GroupState {
    public Of {
      groups = Collections.unmodifiableSortedSet(new TreeSet<>(groups));
      if (groups.isEmpty()) {
        throw new IllegalArgumentException("At least one group is needed [%s].".formatted(groups));
      }
    }
  }

  /** The devices in use have no group in common, so no device is compatible with all of them. */
  record Blocked() implements GroupState {}

  /** Returns whether a device of these groups may join. */
  default boolean admits(Collection<String> groups) {
    return switch (this) {
      case None _ -> true;
      case Empty _ -> groups.isEmpty();
      case Of(var common) -> !Collections.disjoint(common, groups);
      case Blocked _ -> false;
    };
  }

  /** Returns the state once a device of these groups has joined, admitted or not. */
  default GroupState with(Collection<String> groups) {
    return switch (this) {
      case None _ -> groups.isEmpty() ? new Empty() : new Of(new TreeSet<>(groups));
      case Empty _ -> groups.isEmpty() ? this : new Blocked();
      case Of(var common) -> common(common, groups);
      case Blocked _ -> this;
    };
  }

  private static GroupState common(SortedSet<String> some, Collection<String> others) {
    var common = new TreeSet<>(some);
    common.retainAll(List.copyOf(others));
    return common.isEmpty() ? new Blocked() : new Of(common);
  }
}
