package dev.dray.inventory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * An index of numbered node selections, which finds those that match a node without testing all.
 */
final class NodeIndex {
  private final List<NodeSelection> selections;
  private final Map<NodeIndexKey, int[]> places = new HashMap<>();

  NodeIndex(List<NodeSelection> selections) {
    this.selections = List.copyOf(selections);
    var collected = new HashMap<NodeIndexKey, List<Integer>>();
    for (int i = 0; i < selections.size(); i++) {
      for (var nodeIndexKey : NodeIndexKey.of(selections.get(i))) {
        collected.computeIfAbsent(nodeIndexKey, _ -> new ArrayList<>()).add(i);
      }
    }
    collected.forEach(
        (nodeIndexKey, found) ->
            places.put(nodeIndexKey, found.stream().mapToInt(Integer::intValue).toArray()));
  }

  /** Returns the numbers of the selections that match, ascending. */
  int[] matching(LabeledNode node) {
    var found = IntStream.builder();
    add(new NodeIndexKey.Everywhere(), found);
    add(new NodeIndexKey.Unclear(), found);
    add(new NodeIndexKey.Named(node.name()), found);
    node.labels().forEach((key, value) -> add(new NodeIndexKey.Labelled(key, value), found));
    return found
        .build()
        .filter(number -> selections.get(number).matches(node))
        .sorted()
        .distinct()
        .toArray();
  }

  private void add(NodeIndexKey nodeIndexKey, IntStream.Builder found) {
    var numbers = places.get(nodeIndexKey);
    if (numbers != null) {
      Arrays.stream(numbers).forEach(found::add);
    }
  }
}
