package dev.dray.ledger;

import dev.dray.api.meta.FrozenMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The devices in use that draw from a counter set: how many there are with the same groups.
 *
 * <p>What all have in common cannot be worked out backwards when one leaves, but most have the
 * same, so that it is quickly worked out anew.
 */
record GroupMembers(Map<List<String>, Integer> counts, GroupState state) {
  static final GroupMembers NOBODY = new GroupMembers(Map.of(), new GroupState.None());

  GroupMembers {
    counts = FrozenMap.copyOf(counts);
  }

  private static GroupMembers of(Map<List<String>, Integer> counts) {
    GroupState state = new GroupState.None();
    for (var groups : counts.keySet()) {
      state = state.with(groups);
    }
    return new GroupMembers(counts, state);
  }

  boolean isNobody() {
    return counts.isEmpty();
  }

  GroupMembers with(List<String> groups) {
    int known = counts.getOrDefault(groups, 0);
    var changed = new LinkedHashMap<>(counts);
    changed.put(groups, known + 1);
    return known == 0 ? of(changed) : new GroupMembers(changed, state);
  }

  GroupMembers without(List<String> groups) {
    int known = counts.getOrDefault(groups, 0);
    var changed = new LinkedHashMap<>(counts);
    if (known > 1) {
      changed.put(groups, known - 1);
      return new GroupMembers(changed, state);
    }
    changed.remove(groups);
    return of(changed);
  }
}
