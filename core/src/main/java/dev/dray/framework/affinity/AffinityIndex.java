package dev.dray.framework.affinity;

import dev.dray.api.core.Pod;
import dev.dray.api.meta.FrozenMap;
import dev.dray.framework.node.NodeInfoCache;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The pods on nodes as affinity terms see them, and the affinity terms of these pods. Mutable.
 *
 * <p>An {@link AffinityCounts} reads from here the pods that came and went since it last asked.
 * While no pod has any affinity, there are none, and all this costs is a map of pods.
 */
public final class AffinityIndex {
  /** The label that an API server gives every namespace. */
  private static final String NAME_LABEL = "kubernetes.io/metadata.name";

  /**
   * The number of moves that are kept at least: beyond it, counting all pods again is as cheap as
   * following each move.
   */
  private static final int MOST_MOVES = 4096;

  private static final int MOST_NEW_WISHES = 256;

  /**
   * A pod that came to a node or left it.
   *
   * @param labels the labels of the node
   * @param count 1 or -1
   */
  record Move(Map<String, String> labels, AffinityPod affinityPod, int count) {}

  /** A node and its pods; the pods of a node that is not known yet count once it is. */
  private static final class NodePods {
    private Optional<Map<String, String>> labels = Optional.empty();
    private final Map<String, AffinityPod> pods = new LinkedHashMap<>();
  }

  private final NodeInfoCache nodes;
  private final Map<String, NodePods> nodePods = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> namespaces = new HashMap<>();
  private final AffinityRuleIndex affinityWishIndex = new AffinityRuleIndex();
  private final List<Move> moves = new ArrayList<>();
  private final Map<String, Map<String, BitSet>> places = new HashMap<>();
  private final List<AffinityRule> newRules = new ArrayList<>();
  private boolean anyNewWish;
  private boolean isCounted;
  private long now;
  private long namespacesAt;
  private long placesAt = -1;

  public AffinityIndex(NodeInfoCache nodes) {
    this.nodes = nodes;
  }

  // Pods and nodes.

  /** Adds the node, or replaces its labels. */
  public void put(String node, Map<String, String> labels) {
    var podsOfNode = nodePods.computeIfAbsent(node, _ -> new NodePods());
    if (!podsOfNode.labels.equals(Optional.of(labels))) {
      tellOfAll(podsOfNode, -1);
      podsOfNode.labels = Optional.of(FrozenMap.copyOf(labels));
      tellOfAll(podsOfNode, 1);
    }
  }

  /** Removes the node; its pods may still be listed. */
  public void remove(String node) {
    var podsOfNode = nodePods.get(node);
    if (podsOfNode != null) {
      tellOfAll(podsOfNode, -1);
      podsOfNode.labels = Optional.empty();
      dropIfEmpty(node, podsOfNode);
    }
  }

  private void dropIfEmpty(String node, NodePods podsOfNode) {
    if (podsOfNode.labels.isEmpty() && podsOfNode.pods.isEmpty()) {
      nodePods.remove(node);
    }
  }

  private void tellOfAll(NodePods podsOfNode, int count) {
    podsOfNode.pods.values().forEach(affinityPod -> tell(podsOfNode, affinityPod, count));
  }

  private void tell(NodePods podsOfNode, AffinityPod affinityPod, int count) {
    if (podsOfNode.labels.isEmpty()) {
      return;
    }
    now++;
    if (isCounted) {
      if (moves.size() == 2 * MOST_MOVES) {
        moves.subList(0, MOST_MOVES).clear();
      }
      moves.add(new Move(podsOfNode.labels.get(), affinityPod, count));
    }
  }

  /** Adds the pod to the node, on which it runs or is assumed to. */
  public void enter(String node, String id, AffinityPod affinityPod) {
    var podsOfNode = nodePods.computeIfAbsent(node, _ -> new NodePods());
    podsOfNode.pods.put(id, affinityPod);
    affinityPod.rules().forEach(this::add);
    tell(podsOfNode, affinityPod, 1);
  }

  private void add(AffinityRule rule) {
    if (affinityWishIndex.add(rule)) {
      anyNewWish |= newRules.size() == MOST_NEW_WISHES;
      if (!anyNewWish) {
        newRules.add(rule);
      }
    }
  }

  public void leave(String node, String id) {
    var podsOfNode = nodePods.get(node);
    if (podsOfNode == null) {
      return;
    }
    var affinityPod = podsOfNode.pods.remove(id);
    if (affinityPod != null) {
      affinityPod.rules().forEach(affinityWishIndex::remove);
      tell(podsOfNode, affinityPod, -1);
      dropIfEmpty(node, podsOfNode);
    }
  }

  // Namespaces.

  /**
   * Adds the namespace or replaces its labels. Returns whether they differ from the labels known or
   * assumed before.
   */
  public boolean putNamespace(String name, Map<String, String> labels) {
    var all = new LinkedHashMap<>(labels);
    all.putIfAbsent(NAME_LABEL, name);
    boolean other = !labelsOf(name).equals(all);
    namespaces.put(name, FrozenMap.copyOf(all));
    if (other) {
      namespacesAt = ++now;
      anyNewWish = true;
    }
    return other;
  }

  /**
   * Removes the namespace; until all its pods are gone, terms may still match them. Returns whether
   * its labels differed from the assumed ones.
   */
  public boolean removeNamespace(String name) {
    boolean other = putNamespace(name, Map.of());
    namespaces.remove(name);
    return other;
  }

  /** Returns the labels of a namespace; one that is not known has only the label with its name. */
  private Map<String, String> labelsOf(String namespace) {
    var known = namespaces.get(namespace);
    return known == null ? Map.of(NAME_LABEL, namespace) : known;
  }

  boolean matches(AffinityTerm term, AffinityPod affinityPod) {
    return term.matches(affinityPod, labelsOf(affinityPod.namespace()));
  }

  // Affinity terms.

  /**
   * Returns the signature of a pod without a node: its own terms and those of pods on nodes that
   * match it.
   */
  public AffinitySignature signature(Pod pod) {
    var spec = pod.spec();
    if (affinityWishIndex.isEmpty()
        && spec.podAffinity().isEmpty()
        && spec.podAntiAffinity().isEmpty()) {
      return AffinitySignature.NONE;
    }
    var affinityPod = AffinityPod.of(pod);
    var met =
        affinityWishIndex.meaning(affinityPod.namespace(), term -> matches(term, affinityPod));
    if (affinityPod.rules().isEmpty() && met.isEmpty()) {
      return AffinitySignature.NONE;
    }
    var near = affinityPod.terms(AffinityRule.Sort.NEAR);
    boolean isOfItsKind = !near.isEmpty() && near.stream().allMatch(it -> matches(it, affinityPod));
    return new AffinitySignature(affinityPod.rules(), isOfItsKind, met);
  }

  /**
   * Returns a test for the pods whose {@link #signature} may have changed since the last call;
   * empty if there are none. Terms that no pod on a node has any more are not reported.
   */
  public Optional<Predicate<Pod>> takeNewRules() {
    if (anyNewWish) {
      anyNewWish = false;
      newRules.clear();
      return Optional.of(_ -> true);
    }
    if (newRules.isEmpty()) {
      return Optional.empty();
    }
    var some = List.copyOf(newRules);
    newRules.clear();
    return Optional.of(pod -> matchesAny(some, AffinityPod.of(pod)));
  }

  private boolean matchesAny(List<AffinityRule> some, AffinityPod affinityPod) {
    return some.stream().anyMatch(rule -> matches(rule.term(), affinityPod));
  }

  /** Returns the counts for this signature; empty if it has nothing to count. */
  public Optional<AffinityCounts> counts(AffinitySignature signature) {
    if (signature.isNone()) {
      return Optional.empty();
    }
    isCounted = true;
    return Optional.of(new AffinityCounts(signature, this, nodes));
  }

  long now() {
    return now;
  }

  /**
   * Returns the moves since then; empty if they are no longer known and all pods must be counted.
   */
  Optional<List<Move>> since(long then) {
    boolean known = then >= namespacesAt && now - then <= moves.size();
    return known
        ? Optional.of(moves.subList(moves.size() - (int) (now - then), moves.size()))
        : Optional.empty();
  }

  /** Returns all pods on nodes, each as if it came now. */
  List<Move> all() {
    var all = new ArrayList<Move>();
    for (var podsOfNode : nodePods.values()) {
      podsOfNode.labels.ifPresent(
          labels ->
              podsOfNode
                  .pods
                  .values()
                  .forEach(affinityPod -> all.add(new Move(labels, affinityPod, 1))));
    }
    return all;
  }

  /** Returns the nodes with this value of the label. The set must not be changed. */
  BitSet nodes(String key, String value) {
    if (placesAt < nodes.lastPut()) {
      places.clear();
      placesAt = nodes.now();
    }
    return places.computeIfAbsent(key, this::byValue).getOrDefault(value, new BitSet());
  }

  private Map<String, BitSet> byValue(String key) {
    var numbers = new HashMap<String, BitSet>();
    for (int number : nodes.order()) {
      var value = nodes.node(number).labels().get(key);
      if (value != null) {
        numbers.computeIfAbsent(value, _ -> new BitSet()).set(number);
      }
    }
    return numbers;
  }
}
