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

/** The variant of a pod signature that applies to each node; mostly there is one. Mutable. */
final class ExtendedResourceVariants {
  private final PodSignature signature;
  private final NodeInfoCache nodes;
  private final List<ExtendedResourceVariant> all = new ArrayList<>();
  private final Map<SortedSet<String>, Integer> known = new LinkedHashMap<>();
  private int[] ofSite = {};
  private long asOf = -1;

  ExtendedResourceVariants(PodSignature signature, NodeInfoCache nodes) {
    this.signature = signature;
    this.nodes = nodes;
    if (isOne()) {
      all.add(new ExtendedResourceVariant(signature.amounts(), Optional.empty(), new TreeSet<>()));
    }
  }

  private boolean isOne() {
    return signature.extended().wants().isEmpty();
  }

  /** Evaluates the nodes that were added or replaced since the last call. */
  void catchUp() {
    if (asOf >= nodes.lastPut()) {
      return;
    }
    long before = asOf;
    ofSite = Arrays.copyOf(ofSite, NodeInfoCache.grown(ofSite.length, nodes.end() - 1));
    asOf = nodes.now();
    if (!isOne()) {
      lookSince(before);
    }
  }

  private void lookSince(long then) {
    var resources = signature.extended().resources();
    for (int nodeNumber : nodes.order()) {
      if (nodes.putSince(nodeNumber, then)) {
        var backed = new TreeSet<>(resources);
        backed.removeIf(nodes.resources(nodeNumber)::offers);
        ofSite[nodeNumber] = known.computeIfAbsent(backed, this::add);
      }
    }
  }

  private int add(SortedSet<String> backed) {
    all.add(
        new ExtendedResourceVariant(
            signature.amounts().without(backed), signature.extended().claim(backed), backed));
    return all.size() - 1;
  }

  int size() {
    return all.size();
  }

  ExtendedResourceVariant get(int number) {
    return all.get(number);
  }

  int number(int nodeNumber) {
    return ofSite[nodeNumber];
  }

  ExtendedResourceVariant at(int nodeNumber) {
    return all.get(ofSite[nodeNumber]);
  }
}
