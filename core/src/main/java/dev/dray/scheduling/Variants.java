package dev.dray.scheduling;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Which variant of a demand counts on which node; mostly there is one. */
final class Variants {
  private final List<Variant> all = new ArrayList<>();
  private final int[] ofSite;

  Variants(Demand demand, Grounds grounds) {
    ofSite = new int[grounds.size()];
    if (demand.extended().wants().isEmpty()) {
      all.add(new Variant(demand.amounts(), java.util.Optional.empty()));
      return;
    }
    var resources = demand.extended().resources();
    Map<SortedSet<String>, Integer> known = new LinkedHashMap<>();
    for (int site = 0; site < ofSite.length; site++) {
      var room = grounds.room(site);
      var backed = new TreeSet<>(resources);
      backed.removeIf(room::offers);
      ofSite[site] = known.computeIfAbsent(backed, it -> add(demand, it));
    }
  }

  private int add(Demand demand, SortedSet<String> backed) {
    all.add(new Variant(demand.amounts().without(backed), demand.extended().claim(backed)));
    return all.size() - 1;
  }

  int size() {
    return all.size();
  }

  Variant get(int number) {
    return all.get(number);
  }

  int number(int site) {
    return ofSite[site];
  }

  Variant at(int site) {
    return all.get(ofSite[site]);
  }
}
