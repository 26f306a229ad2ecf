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
 * The pods on nodes as other pods see them, and what they want of each other. Mutable.
 *
 * <p>Who counts them, a {@link AffinityCounts}, is told of pods that came and went since it last
 * asked. As long as nobody counts, which is while no pod has any affinity, all this costs is a map
 * of pods.
 */
public final class AffinityIndex {
  /** The label that a server gives every namespace. */
  private static final String NAME_LABEL = "kubernetes.io/metadata.name";

  /** From so many moves on, counting all pods again is as good as following each. */
  private static final int MOST_MOVES = 4096;

  private static final int MOST_NEW_WISHES = 256;

  /**
   * A pod came, or went.
   *
   * @param labels of the node
   * @param count 1 or -1
   */
  record Move(Map<String, String> labels, AffinityPod affinityPod, int count) {}

  /** A node and its pods; a node need not be known for its pods to count once it is. */
  private static final class Household {
    private Optional<Map<String, String>> labels = Optional.empty();
    private final Map<String, AffinityPod> guests = new LinkedHashMap<>();
  }

  private final NodeInfoCache nodes;
  private final Map<String, Household> households = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> namespaces = new HashMap<>();
  private final AffinityWishIndex affinityWishIndex = new AffinityWishIndex();
  private final List<Move> moves = new ArrayList<>();
  private final Map<String, Map<String, BitSet>> places = new HashMap<>();
  private final List<AffinityWish> newWishes = new ArrayList<>();
  private boolean anyNewWish;
  private boolean isCounted;
  private long now;
  private long namespacesAt;
  private long placesAt = -1;

  public AffinityIndex(NodeInfoCache nodes) {
    this.nodes = nodes;
  }

  // Who is where.

  /** The node is there, with these labels. */
  public void put(String node, Map<String, String> labels) {
    var household = households.computeIfAbsent(node, _ -> new Household());
    if (!household.labels.equals(Optional.of(labels))) {
      tellOfAll(household, -1);
      household.labels = Optional.of(FrozenMap.copyOf(labels));
      tellOfAll(household, 1);
    }
  }

  /** The node is gone; its pods may not know. */
  public void remove(String node) {
    var household = households.get(node);
    if (household != null) {
      tellOfAll(household, -1);
      household.labels = Optional.empty();
      dropIfEmpty(node, household);
    }
  }

  private void dropIfEmpty(String node, Household household) {
    if (household.labels.isEmpty() && household.guests.isEmpty()) {
      households.remove(node);
    }
  }

  private void tellOfAll(Household household, int count) {
    household.guests.values().forEach(affinityPod -> tell(household, affinityPod, count));
  }

  private void tell(Household household, AffinityPod affinityPod, int count) {
    if (household.labels.isEmpty()) {
      return;
    }
    now++;
    if (isCounted) {
      if (moves.size() == 2 * MOST_MOVES) {
        moves.subList(0, MOST_MOVES).clear();
      }
      moves.add(new Move(household.labels.get(), affinityPod, count));
    }
  }

  /** The pod is on the node, or about to be. */
  public void enter(String node, String id, AffinityPod affinityPod) {
    var household = households.computeIfAbsent(node, _ -> new Household());
    household.guests.put(id, affinityPod);
    affinityPod.wishes().forEach(this::add);
    tell(household, affinityPod, 1);
  }

  private void add(AffinityWish affinityWish) {
    if (affinityWishIndex.add(affinityWish)) {
      anyNewWish |= newWishes.size() == MOST_NEW_WISHES;
      if (!anyNewWish) {
        newWishes.add(affinityWish);
      }
    }
  }

  public void leave(String node, String id) {
    var household = households.get(node);
    if (household == null) {
      return;
    }
    var affinityPod = household.guests.remove(id);
    if (affinityPod != null) {
      affinityPod.wishes().forEach(affinityWishIndex::remove);
      tell(household, affinityPod, -1);
      dropIfEmpty(node, household);
    }
  }

  // Namespaces.

  /** The namespace is there; whether it has other labels than were known, or supposed. */
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

  /** Whether anything is other than before: until all its pods are gone, they may be meant. */
  public boolean removeNamespace(String name) {
    boolean other = putNamespace(name, Map.of());
    namespaces.remove(name);
    return other;
  }

  /** The labels of a namespace; of one that nobody told of, the one that every namespace has. */
  private Map<String, String> labelsOf(String namespace) {
    var known = namespaces.get(namespace);
    return known == null ? Map.of(NAME_LABEL, namespace) : known;
  }

  boolean isMeant(AffinityTerm term, AffinityPod affinityPod) {
    return term.matches(affinityPod, labelsOf(affinityPod.namespace()));
  }

  // What pods want of each other.

  /** How the pod, which has no node yet, stands to those on nodes. */
  public AffinitySignature relations(Pod pod) {
    var spec = pod.spec();
    if (affinityWishIndex.isEmpty()
        && spec.podAffinity().isEmpty()
        && spec.podAntiAffinity().isEmpty()) {
      return AffinitySignature.NONE;
    }
    var affinityPod = AffinityPod.of(pod);
    var met =
        affinityWishIndex.meaning(affinityPod.namespace(), term -> isMeant(term, affinityPod));
    if (affinityPod.wishes().isEmpty() && met.isEmpty()) {
      return AffinitySignature.NONE;
    }
    var near = affinityPod.terms(AffinityWish.Sort.NEAR);
    boolean isOfItsKind = !near.isEmpty() && near.stream().allMatch(it -> isMeant(it, affinityPod));
    return new AffinitySignature(affinityPod.wishes(), isOfItsKind, met);
  }

  /**
   * For which pods {@link #relations} may be other than they were when this was last asked, apart
   * from wishes that nobody has any more; empty if for none.
   */
  public Optional<Predicate<Pod>> takeNewRelations() {
    if (anyNewWish) {
      anyNewWish = false;
      newWishes.clear();
      return Optional.of(_ -> true);
    }
    if (newWishes.isEmpty()) {
      return Optional.empty();
    }
    var some = List.copyOf(newWishes);
    newWishes.clear();
    return Optional.of(pod -> isMeantByAny(some, AffinityPod.of(pod)));
  }

  private boolean isMeantByAny(List<AffinityWish> some, AffinityPod affinityPod) {
    return some.stream().anyMatch(affinityWish -> isMeant(affinityWish.term(), affinityPod));
  }

  /** Counts pods for this, unless there is nothing to count. */
  public Optional<AffinityCounts> tally(AffinitySignature signature) {
    if (signature.isNone()) {
      return Optional.empty();
    }
    isCounted = true;
    return Optional.of(new AffinityCounts(signature, this, nodes));
  }

  long now() {
    return now;
  }

  /** The moves since then; empty if those are not known, and all pods are to be counted again. */
  Optional<List<Move>> since(long then) {
    boolean known = then >= namespacesAt && now - then <= moves.size();
    return known
        ? Optional.of(moves.subList(moves.size() - (int) (now - then), moves.size()))
        : Optional.empty();
  }

  /** All pods on nodes, as if they came now. */
  List<Move> all() {
    var all = new ArrayList<Move>();
    for (var household : households.values()) {
      household.labels.ifPresent(
          labels ->
              household
                  .guests
                  .values()
                  .forEach(affinityPod -> all.add(new Move(labels, affinityPod, 1))));
    }
    return all;
  }

  /** The nodes of which this label has this value. Not to be changed. */
  BitSet sites(String key, String value) {
    if (placesAt < nodes.lastSited()) {
      places.clear();
      placesAt = nodes.now();
    }
    return places.computeIfAbsent(key, this::byValue).getOrDefault(value, new BitSet());
  }

  private Map<String, BitSet> byValue(String key) {
    var sites = new HashMap<String, BitSet>();
    for (int site : nodes.order()) {
      var value = nodes.node(site).labels().get(key);
      if (value != null) {
        sites.computeIfAbsent(value, _ -> new BitSet()).set(site);
      }
    }
    return sites;
  }
}
