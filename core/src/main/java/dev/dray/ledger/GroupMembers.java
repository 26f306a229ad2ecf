package dev.dray.ledger;

import dev.dray.api.meta.FrozenMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The devices in use of a counter set: the number without groups, and the number with each list of
 * groups.
 *
 * <p>The groups that all have in common cannot be computed backwards when one leaves. Few lists
 * differ, so they are computed anew quickly.
 */
record GroupMembers(int ungrouped, Map<List<String>, Integer> grouped, GroupState state) {
  static final GroupMembers NOBODY = of(0, Map.of());

  GroupMembers {
    grouped = FrozenMap.copyOf(grouped);
  }

  private static GroupMembers of(int ungrouped, Map<List<String>, Integer> grouped) {
    GroupState state = new GroupState.None();
    if (ungrouped > 0) {
      state = state.with(List.of());
    }
    for (var groups : grouped.keySet()) {
      state = state.with(groups);
    }
    return new GroupMembers(ungrouped, grouped, state);
  }

  boolean isNobody() {
    return ungrouped == 0 && grouped.isEmpty();
  }

  GroupMembers with(List<String> groups) {
    return groups.isEmpty() ? ungrouped(ungrouped + 1) : counted(groups, 1);
  }

  GroupMembers without(List<String> groups) {
    return groups.isEmpty() ? ungrouped(ungrouped - 1) : counted(groups, -1);
  }

  private GroupMembers ungrouped(int count) {
    boolean sameState = ungrouped > 0 && count > 0;
    return sameState ? new GroupMembers(count, grouped, state) : of(count, grouped);
  }

  private GroupMembers counted(List<String> groups, int more) {
    var changed = new LinkedHashMap<>(grouped);
    int count = grouped.getOrDefault(groups, 0) + more;
    if (count == 0) {
      changed.remove(groups);
    } else {
      changed.put(groups, count);
    }
    boolean sameState = changed.size() == grouped.size();
    return sameState ? new GroupMembers(ungrouped, changed, state) : of(ungrouped, changed);
  }
}
