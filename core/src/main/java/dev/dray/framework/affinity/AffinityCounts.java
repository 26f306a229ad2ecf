package dev.dray.framework.affinity;

import dev.dray.framework.node.NodeInfoCache;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Which places the pods there open or close to pods with the same {@link AffinitySignature}, and
 * how much they draw them there. Mutable: after pods came and went only those are counted.
 */
public final class AffinityCounts {
  /** Whether a node would do, or what it fails by first. */
  public enum Verdict {
    WELCOME,
    NOT_NEAR,
    NOT_APART,
    UNWELCOME
  }

  private final AffinitySignature signature;
  private final AffinityIndex index;
  private final NodeInfoCache nodes;
  private final List<AffinityTerm> near;
  private final List<AffinityTerm> apart;
  private final List<AffinityWish> preferred;

  /** Where pods are that are meant by all terms of those that the pod must be near to. */
  private final TopologyPairCounts friends = new TopologyPairCounts();

  /** Where pods are that it must be away from. */
  private final TopologyPairCounts foes = new TopologyPairCounts();

  /** Where pods are that must be away from it. */
  private final TopologyPairCounts shy = new TopologyPairCounts();

  private final TopologyPairCounts pulls = new TopologyPairCounts();

  private BitSet suspects = new BitSet();
  private BitSet repulled = new BitSet();
  private long asOf = -1;

  AffinityCounts(AffinitySignature signature, AffinityIndex index, NodeInfoCache nodes) {
    this.signature = signature;
    this.index = index;
    this.nodes = nodes;
    near = terms(AffinityWish.Sort.NEAR);
    apart = terms(AffinityWish.Sort.APART);
    preferred =
        signature.wishes().stream()
            .filter(
                it ->
                    it.sort() == AffinityWish.Sort.RATHER_NEAR
                        || it.sort() == AffinityWish.Sort.RATHER_APART)
            .toList();
  }

  private List<AffinityTerm> terms(AffinityWish.Sort sort) {
    return signature.wishes().stream()
        .filter(it -> it.sort() == sort)
        .map(AffinityWish::term)
        .toList();
  }

  /** Counts pods that came and went since the last time. */
  public void catchUp() {
    if (asOf == index.now()) {
      return;
    }
    boolean alone = friends.isEmpty();
    var moves = index.since(asOf);
    if (moves.isEmpty()) {
      countAgain();
    } else {
      moves.get().forEach(this::count);
      if (signature.isOfItsKind() && alone != friends.isEmpty()) {
        suspects.set(0, nodes.end());
      }
    }
    asOf = index.now();
  }

  private void countAgain() {
    List.of(friends, foes, shy, pulls).forEach(TopologyPairCounts::clear);
    index.all().forEach(this::count);
    suspects.set(0, nodes.end());
    repulled.set(0, nodes.end());
  }

  private void count(AffinityIndex.Move move) {
    var pod = move.affinityPod();
    if (!near.isEmpty() && near.stream().allMatch(it -> index.isMeant(it, pod))) {
      near.forEach(it -> count(friends, it, move));
    }
    for (var term : apart) {
      if (index.isMeant(term, pod)) {
        count(foes, term, move);
      }
    }
    for (var affinityWish : preferred) {
      if (index.isMeant(affinityWish.term(), pod)) {
        pull(affinityWish, move);
      }
    }
    for (var affinityWish : pod.wishes()) {
      if (signature.met().contains(affinityWish)) {
        if (affinityWish.sort() == AffinityWish.Sort.APART) {
          count(shy, affinityWish.term(), move);
        } else {
          pull(affinityWish, move);
        }
      }
    }
  }

  private void count(
      TopologyPairCounts topologyPairCounts, AffinityTerm term, AffinityIndex.Move move) {
    var value = move.labels().get(term.topologyKey());
    if (value != null) {
      long before = topologyPairCounts.add(term.topologyKey(), value, move.count());
      if (before > 0 != before + move.count() > 0) {
        suspects.or(index.sites(term.topologyKey(), value));
      }
    }
  }

  private void pull(AffinityWish affinityWish, AffinityIndex.Move move) {
    var key = affinityWish.term().topologyKey();
    var value = move.labels().get(key);
    if (value != null) {
      pulls.add(key, value, affinityWish.pull() * move.count());
      repulled.or(index.sites(key, value));
    }
  }

  /** The nodes whose verdict may be other than when this was last asked. */
  public BitSet takeSuspects() {
    var taken = suspects;
    suspects = new BitSet();
    return taken;
  }

  /** The nodes whose {@link #pull} may be other than when this was last asked. */
  public BitSet takeRepulled() {
    var taken = repulled;
    repulled = new BitSet();
    return taken;
  }

  /** What upstream's filter says of the node, in its order. */
  public Verdict verdict(int site) {
    var labels = nodes.node(site).labels();
    if (!near.isEmpty() && !isNear(labels)) {
      return Verdict.NOT_NEAR;
    }
    for (var term : apart) {
      if (foes.has(term.topologyKey(), labels)) {
        return Verdict.NOT_APART;
      }
    }
    return shy.hasAny(labels) ? Verdict.UNWELCOME : Verdict.WELCOME;
  }

  /**
   * Whether there are friends in all places that the node is in. The first of pods that must be
   * near to each other has none, and may go where there could be some.
   */
  private boolean isNear(Map<String, String> labels) {
    boolean among = true;
    for (var term : near) {
      if (!labels.containsKey(term.topologyKey())) {
        return false;
      }
      among &= friends.has(term.topologyKey(), labels);
    }
    return among || (friends.isEmpty() && signature.isOfItsKind());
  }

  /** How much the pods around draw the pod to the node, or keep it off if below 0. */
  public long pull(int site) {
    return pulls.sum(nodes.node(site).labels());
  }
}
