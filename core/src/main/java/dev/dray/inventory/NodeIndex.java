package dev.dray.inventory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Finds which of many numbered selections match a node, without asking them all. */
final class NodeIndex {
  private final List<NodeSelection> selections;
  private final Map<Place, int[]> places = new HashMap<>();

  NodeIndex(List<NodeSelection> selections) {
    this.selections = List.copyOf(selections);
    var collected = new HashMap<Place, List<Integer>>();
    for (int i = 0; i < selections.size(); i++) {
      for (var place : Place.of(selections.get(i))) {
        collected.computeIfAbsent(place, _ -> new ArrayList<>()).add(i);
      }
    }
    collected.forEach(
        (place, found) -> places.put(place, found.stream().mapToInt(Integer::intValue).toArray()));
  }

  /** The numbers of the selections that match, ascending. */
  int[] matching(Node node) {
    var found = IntStream.builder();
    add(new Place.Everywhere(), found);
    add(new Place.Unclear(), found);
    add(new Place.Named(node.name()), found);
    node.labels().forEach((key, value) -> add(new Place.Labelled(key, value), found));
    return found
        .build()
        .filter(number -> selections.get(number).matches(node))
        .sorted()
        .distinct()
        .toArray();
  }

  private void add(Place place, IntStream.Builder found) {
    var numbers = places.get(place);
    if (numbers != null) {
      Arrays.stream(numbers).forEach(found::add);
    }
  }
}
