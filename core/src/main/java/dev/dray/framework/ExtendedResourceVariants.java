package dev.dray.framework;

import dev.dray.framework.node.NodeInfoCache;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Which variant of a demand counts on which node; mostly there is one. Mutable, as nodes are. */
final class ExtendedResourceVariants {
  private final PodSignature demand;
  private final NodeInfoCache grounds;
  private final List<ExtendedResourceVariant> all = new ArrayList<>();
  private final Map<SortedSet<String>, Integer> known = new LinkedHashMap<>();
  private int[] ofSite = {};
  private long asOf = -1;

  ExtendedResourceVariants(PodSignature demand, NodeInfoCache grounds) {
    this.demand = demand;
    this.grounds = grounds;
    if (isOne()) {
      all.add(new ExtendedResourceVariant(demand.amounts(), Optional.empty(), new TreeSet<>()));
    }
  }

  private boolean isOne() {
    return demand.extended().wants().isEmpty();
  }

  /** Looks at the nodes that became others. */
  void catchUp() {
    if (asOf >= grounds.lastSited()) {
      return;
    }
    long before = asOf;
    ofSite = Arrays.copyOf(ofSite, NodeInfoCache.grown(ofSite.length, grounds.end() - 1));
    asOf = grounds.now();
    if (!isOne()) {
      lookSince(before);
    }
  }

  private void lookSince(long then) {
    var resources = demand.extended().resources();
    for (int site : grounds.order()) {
      if (grounds.sitedSince(site, then)) {
        var backed = new TreeSet<>(resources);
        backed.removeIf(grounds.room(site)::offers);
        ofSite[site] = known.computeIfAbsent(backed, this::add);
      }
    }
  }

  private int add(SortedSet<String> backed) {
    all.add(
        new ExtendedResourceVariant(
            demand.amounts().without(backed), demand.extended().claim(backed), backed));
    return all.size() - 1;
  }

  int size() {
    return all.size();
  }

  ExtendedResourceVariant get(int number) {
    return all.get(number);
  }

  int number(int site) {
    return ofSite[site];
  }

  ExtendedResourceVariant at(int site) {
    return all.get(ofSite[site]);
  }
}
