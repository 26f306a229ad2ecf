package dev.dray.framework.affinity;

import dev.dray.framework.node.NodeInfoCache;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * The nodes that affinity between pods opens or closes to pods with one {@link AffinitySignature},
 * and how strongly pods on nodes attract or repel them. Mutable: only pods that came or went since
 * the last look are counted.
 *
 * <p>Upstream's InterPodAffinity counts pods on nodes anew for each pod it schedules. Here the
 * counts are kept, by topology pair, a label of nodes with one of its values, and are shared by all
 * pods with the same signature. A pod that lands on a node in zone a changes the count of one pair
 * for each term that matches:
 *
 * <pre>{@code
 * pod x lands on n1 {zone: a}       AffinityIndex keeps it as Move(labels of n1, x, +1)
 *           |
 *           v  for each term that matches x
 * friends (zone, a)  2 -> 3         still > 0: no result changes
 * foes    (zone, a)  0 -> 1         becomes > 0: all nodes of zone a are suspects
 * pulls   (zone, a)  +weight        the score of all nodes of zone a is outdated
 *           |
 *           v
 * NodeToStatus takes the suspects and filters only these nodes again
 * }</pre>
 *
 * <p>Four counts are kept. {@code friends} counts pods that match every required affinity term of
 * the signature, {@code foes} pods that match one of its required anti-affinity terms, {@code shy}
 * pods on nodes whose own required anti-affinity matches the signature, and {@code pulls} sums the
 * weights of all preferred terms of both sides, together with the fixed weight of the required
 * affinity of pods on nodes.
 *
 * <p>Invariant: after {@link #catchUp} every count equals what a recount over all pods on nodes
 * would give, and a node for which other pods may have changed the result or score since the last
 * look is in {@code suspects} or {@code repulled}. (A node that itself changed has a new stamp in
 * {@link NodeInfoCache}.)
 *
 * <p>The counts stay right because every arrival is undone by exactly one departure with the same
 * node labels: when a node changes its labels, {@link AffinityIndex} reports all its pods as gone
 * under the old labels and as arrived under the new ones. The filter asks only whether a count is
 * above 0, so a node can become a suspect only when a count crosses 0. One rule depends on more
 * than the node's own pairs: the first of a group of pods that must be near each other may go
 * anywhere with the topology key. It applies while there are no friends at all, so when the first
 * friend comes or the last one goes all nodes become suspects. Where the moves since the last look
 * are no longer known, or a namespace changed its labels, everything is counted again.
 *
 * <p>Cost: a move costs one test for each term of the signature, and marking the nodes of a
 * topology pair when its count crosses 0, or whenever a weight changes. A result costs a lookup per
 * term. Without any affinity in the cluster there are no instances of this class.
 */
public final class AffinityCounts {
  /** The result of the filter: a node would do, or the first rule that it breaks. */
  public enum FilterResult {
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
  private final List<AffinityRule> preferred;

  /** The topology pairs with pods that match all required affinity terms of the pod. */
  private final TopologyPairCounts friends = new TopologyPairCounts();

  /** The topology pairs with pods that match its required anti-affinity. */
  private final TopologyPairCounts foes = new TopologyPairCounts();

  /** The topology pairs with pods whose required anti-affinity matches it. */
  private final TopologyPairCounts shy = new TopologyPairCounts();

  private final TopologyPairCounts pulls = new TopologyPairCounts();

  private BitSet suspects = new BitSet();
  private BitSet repulled = new BitSet();
  private long asOf = -1;

  AffinityCounts(AffinitySignature signature, AffinityIndex index, NodeInfoCache nodes) {
    this.signature = signature;
    this.index = index;
    this.nodes = nodes;
    near = terms(AffinityRule.Sort.NEAR);
    apart = terms(AffinityRule.Sort.APART);
    preferred =
        signature.rules().stream()
            .filter(
                it ->
                    it.sort() == AffinityRule.Sort.RATHER_NEAR
                        || it.sort() == AffinityRule.Sort.RATHER_APART)
            .toList();
  }

  private List<AffinityTerm> terms(AffinityRule.Sort sort) {
    return signature.rules().stream()
        .filter(it -> it.sort() == sort)
        .map(AffinityRule::term)
        .toList();
  }

  /** Counts the pods that came and went since the last call. */
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
    if (!near.isEmpty() && near.stream().allMatch(it -> index.matches(it, pod))) {
      near.forEach(it -> count(friends, it, move));
    }
    for (var term : apart) {
      if (index.matches(term, pod)) {
        count(foes, term, move);
      }
    }
    for (var rule : preferred) {
      if (index.matches(rule.term(), pod)) {
        pull(rule, move);
      }
    }
    for (var rule : pod.rules()) {
      if (signature.met().contains(rule)) {
        if (rule.sort() == AffinityRule.Sort.APART) {
          count(shy, rule.term(), move);
        } else {
          pull(rule, move);
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
        suspects.or(index.nodes(term.topologyKey(), value));
      }
    }
  }

  private void pull(AffinityRule rule, AffinityIndex.Move move) {
    var key = rule.term().topologyKey();
    var value = move.labels().get(key);
    if (value != null) {
      pulls.add(key, value, rule.pull() * move.count());
      repulled.or(index.nodes(key, value));
    }
  }

  /** Returns and clears the nodes whose result may have changed since the last call. */
  public BitSet takeSuspects() {
    var taken = suspects;
    suspects = new BitSet();
    return taken;
  }

  /** Returns and clears the nodes whose {@link #pull} may have changed since the last call. */
  public BitSet takeRepulled() {
    var taken = repulled;
    repulled = new BitSet();
    return taken;
  }

  /** Returns the result of upstream's filter for the node, in its order of rules. */
  public FilterResult filter(int number) {
    var labels = nodes.node(number).labels();
    if (!near.isEmpty() && !isNear(labels)) {
      return FilterResult.NOT_NEAR;
    }
    for (var term : apart) {
      if (foes.has(term.topologyKey(), labels)) {
        return FilterResult.NOT_APART;
      }
    }
    return shy.hasAny(labels) ? FilterResult.UNWELCOME : FilterResult.WELCOME;
  }

  /**
   * Returns whether the node satisfies all required affinity terms. The first of a group of pods
   * that must be near each other finds none of them, and may go to any node that has the topology
   * keys.
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

  /** Returns how strongly pods on nodes attract the pod to the node; negative if they repel it. */
  public long pull(int number) {
    return pulls.sum(nodes.node(number).labels());
  }
}
