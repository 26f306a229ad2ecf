package dev.dray.verify.reference;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Who may still join those that consume from a counter set. */
sealed interface GroupState {
  /** Nobody consumes yet: everyone may. */
  record Nobody() implements GroupState {}

  /** All consumers are without groups, and so must others be. */
  record Ungrouped() implements GroupState {}

  /** The groups that all consumers have in common. */
  record Common(Set<String> groups) implements GroupState {}

  /** Consumers with and without groups: nobody else may. */
  record Blocked() implements GroupState {}

  default boolean admits(List<String> groups) {
    return switch (this) {
      case Nobody _ -> true;
      case Ungrouped _ -> groups.isEmpty();
      case Common(var common) -> groups.stream().anyMatch(common::contains);
      case Blocked _ -> false;
    };
  }

  /** The state once a consumer of these groups has joined. */
  default GroupState and(List<String> groups) {
    return switch (this) {
      case Nobody _ -> groups.isEmpty() ? new Ungrouped() : new Common(new TreeSet<>(groups));
      case Ungrouped _ -> groups.isEmpty() ? new Ungrouped() : new Blocked();
      case Common(var common) -> {
        var left = new TreeSet<>(common);
        left.retainAll(groups);
        yield groups.isEmpty() ? new Blocked() : new Common(left);
      }
      case Blocked _ -> new Blocked();
    };
  }

  /** The same as upstream does it, to whom the first consumer says whether groups matter. */
  default GroupState andAsUpstream(List<String> groups) {
    return switch (this) {
      case Nobody _ -> and(groups);
      case Ungrouped _, Blocked _ -> this;
      case Common _ -> groups.isEmpty() ? this : and(groups);
    };
  }
}
