package dev.dray.allocation;

import java.util.HashMap;
import java.util.Map;

/**
 * Numbers the values of a node's devices in the order in which they occur, so that nodes which
 * differ in nothing but the values themselves have equal problems.
 */
final class NodeValues {
  private final Ask.ValueSets all;
  private final SetTable sets;
  private final Map<Integer, Integer> numbers = new HashMap<>();
  private final Map<Integer, Integer> elements = new HashMap<>();

  NodeValues(Ask.ValueSets all, SetTable sets) {
    this.all = all;
    this.sets = sets;
  }

  int elements() {
    return elements.size();
  }

  /** The number on this node of a set of the ask; what is no set stays as it is. */
  int local(int set) {
    return set < 0 ? set : numbers.computeIfAbsent(set, this::add);
  }

  private int add(int set) {
    var members = all.elements(set).clone();
    for (int i = 0; i < members.length; i++) {
      members[i] = elements.computeIfAbsent(members[i], _ -> elements.size());
    }
    return sets.of(members);
  }
}
