package dev.dray.framework.node;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.framework.DeviceFilter;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All nodes with what is left of their resources, the pools each of them sees, and when each last
 * changed. Mutable.
 *
 * <p>Every filter result is derived from a node, and most changes touch few nodes. The cache
 * therefore runs a logical clock and stamps each node with the last tick at which it changed. A
 * reader keeps the tick of its last look and evaluates again only nodes with a later stamp; the
 * cache knows nothing of its readers.
 *
 * <pre>{@code
 * number   0      1      2      3        clock "now" = 9
 * name     b      a      -      c        number 2 is free: it is given to the next new node
 *        +------+------+------+------+
 * put    |  1   |  2   |  7   |  3   |   the node object itself: labels, taints, allocatable
 * devices|  1   |  8   |  7   |  3   |   plus the devices it sees
 * changed|  9   |  8   |  7   |  3   |   plus the resources that pods take
 *        +------+------+------+------+
 * reader with asOf = 7: evaluates 0 and 1, and asks only 1 for devices
 * }</pre>
 *
 * <p>Invariants: {@code putAt <= devicesAt <= changedAt <= now} holds for every number. A node
 * keeps its number while it exists. A pool is listed at a node exactly if the node is among the
 * viewers of that pool.
 *
 * <p>A reader cannot miss a change, because every mutation advances the clock before it stamps, and
 * a reader compares the stamps and notes the clock in one call on the same thread. Reusing a number
 * is safe for the same reason: removing a node stamps its number like any other change, so a reader
 * finds it empty, or occupied by another node, and evaluates it anew.
 *
 * <p>One change is not stamped on nodes. A pool is <em>wide</em> if more than {@code many} nodes
 * see it ({@link #MANY} by default), say a fabric of the whole cluster. Each time one of its
 * devices is taken, all these nodes would have to be marked, so for a wide pool the cache only
 * notes when a device was last taken. Results for its viewers may then be too good, never too bad:
 * taking devices can make claims stop fitting, and host selection asks the chosen node once more
 * before it commits. A result that taking devices can change in other ways, too, is called
 * <em>unsteady</em>, and {@link #widelyTakenSince} tells its owner to ask again. Devices that are
 * given back can make a node fit, so they always mark every viewer; so does growing past the limit,
 * because results from before that do not say whether they are steady.
 *
 * <p>Cost: adding a node costs the number of pools it sees, and a pod that comes or goes the number
 * of its resources. Devices that are taken cost at most {@code many} marks, or one entry if the
 * pool is wide; devices given back cost one mark for each viewer. A reader compares one number per
 * node, which is far cheaper than any filter.
 */
public final class NodeInfoCache {
  /**
   * The number of viewers above which a pool counts as wide. When devices of a wide pool are taken,
   * the results of its viewers are not marked as outdated; they are verified where it matters, on
   * the node that is chosen. Upstream, too, asks all nodes only while there are this few. This is
   * right for results that can only be too good, see {@link DeviceFilter}.
   */
  public static final int MANY = 100;

  private static final int NONE = -1;

  private final int many;
  private final List<Optional<Entry>> entries = new ArrayList<>();
  private final TreeMap<String, Integer> byName = new TreeMap<>();
  private final BitSet free = new BitSet();
  private final Map<PoolId, BitSet> viewers = new HashMap<>();

  /** The tick at which a device was last taken, by wide pool. */
  private final Map<PoolId, Long> widelyTakenAt = new HashMap<>();

  private long[] changedAt = {};
  private long[] devicesAt = {};
  private long[] putAt = {};
  private int[] order = {};
  private boolean isOrdered = true;
  private long lastPut;
  private long lastWidelyTaken;
  private long now;

  /** A node with its resources and the pools it sees. */
  private record Entry(NodeInfo node, NodeResources resources, List<PoolId> pools) {}

  public NodeInfoCache(int many) {
    this.many = many;
  }

  /** Returns a cache of these nodes without any pods. */
  public static NodeInfoCache of(List<NodeInfo> numbers, Snapshot snapshot, int many) {
    var nodeInfoCache = new NodeInfoCache(many);
    numbers.forEach(node -> nodeInfoCache.put(node, List.of(), snapshot));
    return nodeInfoCache;
  }

  /** Returns the number of nodes. */
  public int size() {
    return byName.size();
  }

  /** Returns the end of the range of node numbers; not all of them need be in use. */
  public int end() {
    return entries.size();
  }

  public boolean isThere(int nodeNumber) {
    return entries.get(nodeNumber).isPresent();
  }

  /** Returns the numbers of all nodes, sorted by node name. The array must not be changed. */
  public int[] order() {
    if (!isOrdered) {
      order = byName.values().stream().mapToInt(Integer::intValue).toArray();
      isOrdered = true;
    }
    return order;
  }

  private Entry entry(int nodeNumber) {
    return entries.get(nodeNumber).orElseThrow();
  }

  public NodeInfo nodeInfo(int nodeNumber) {
    return entry(nodeNumber).node();
  }

  /** Returns all nodes sorted by name. */
  public List<LabeledNode> nodes() {
    return Arrays.stream(order()).mapToObj(this::node).toList();
  }

  public LabeledNode node(int nodeNumber) {
    return entry(nodeNumber).node().node();
  }

  public NodeResources resources(int nodeNumber) {
    return entry(nodeNumber).resources();
  }

  /** Returns the number of the node, or -1 if there is none of this name. */
  public int find(String name) {
    return byName.getOrDefault(name, NONE);
  }

  public long now() {
    return now;
  }

  /** Returns the tick at which a node was last added, removed or replaced. */
  public long lastPut() {
    return lastPut;
  }

  /** Returns the tick at which a device was last taken of a wide pool. */
  public long lastWidelyTaken() {
    return lastWidelyTaken;
  }

  public boolean changedSince(int nodeNumber, long then) {
    return changedAt[nodeNumber] > then;
  }

  /** Returns whether the devices that the node sees changed, or may have. */
  public boolean devicesChangedSince(int nodeNumber, long then) {
    return devicesAt[nodeNumber] > then;
  }

  /** Returns whether the node object itself changed, regardless of the pods on it. */
  public boolean putSince(int nodeNumber, long then) {
    return putAt[nodeNumber] > then;
  }

  /** Returns whether devices were taken of a wide pool that the node sees. */
  public boolean widelyTakenSince(int nodeNumber, long then) {
    if (lastWidelyTaken <= then) {
      return false;
    }
    for (var pool : entry(nodeNumber).pools()) {
      if (widelyTakenAt.getOrDefault(pool, -1L) > then) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the node sees a wide pool. */
  public boolean seesWithMany(int nodeNumber) {
    for (var pool : entry(nodeNumber).pools()) {
      if (isWide(pool)) {
        return true;
      }
    }
    return false;
  }

  private boolean isWide(PoolId pool) {
    return viewers(pool).cardinality() > many;
  }

  private BitSet viewers(PoolId pool) {
    return viewers.getOrDefault(pool, new BitSet());
  }

  /**
   * Adds a node, or replaces the one of the same name.
   *
   * @param pods the requests of the pods on it
   */
  public void put(NodeInfo node, Iterable<PodRequests> pods, Snapshot snapshot) {
    var name = node.node().name();
    int number = find(name);
    if (number == NONE) {
      number = add(name);
    }
    unsee(number);
    var pools = new ArrayList<PoolId>();
    for (var pool : snapshot.on(node.node()).pools()) {
      pools.add(pool.id());
      seeWithOthers(number, pool.id());
    }
    var resources = new NodeResources(node.allocatable());
    pods.forEach(resources::take);
    entries.set(number, Optional.of(new Entry(node, resources, List.copyOf(pools))));
    markPut(number);
  }

  private void seeWithOthers(int number, PoolId pool) {
    var numbers = viewers.computeIfAbsent(pool, _ -> new BitSet());
    numbers.set(number);
    if (numbers.cardinality() == many + 1) {
      // Results from before this point do not say whether they are steady.
      mark(numbers);
    }
  }

  private int add(String name) {
    int number = free.nextSetBit(0);
    if (number < 0) {
      number = entries.size();
      entries.add(Optional.empty());
      changedAt = Arrays.copyOf(changedAt, grown(changedAt.length, number));
      devicesAt = Arrays.copyOf(devicesAt, changedAt.length);
      putAt = Arrays.copyOf(putAt, changedAt.length);
    }
    free.clear(number);
    byName.put(name, number);
    isOrdered = false;
    return number;
  }

  /** Returns the length an array should have to contain the number, with room to grow. */
  public static int grown(int length, int number) {
    return number < length ? length : Math.max(number + 1, length + length / 2);
  }

  private void unsee(int number) {
    entries
        .get(number)
        .ifPresent(
            entry ->
                entry
                    .pools()
                    .forEach(
                        pool ->
                            viewers.computeIfPresent(
                                pool,
                                (_, numbers) -> {
                                  numbers.clear(number);
                                  return numbers.isEmpty() ? null : numbers;
                                })));
  }

  private void markPut(int number) {
    now++;
    changedAt[number] = now;
    devicesAt[number] = now;
    putAt[number] = now;
    lastPut = now;
  }

  /** Removes a node, if it is known. */
  public void remove(String name) {
    int number = find(name);
    if (number == NONE) {
      return;
    }
    unsee(number);
    entries.set(number, Optional.empty());
    byName.remove(name);
    free.set(number);
    isOrdered = false;
    markPut(number);
  }

  public void take(int nodeNumber, PodRequests amounts) {
    resources(nodeNumber).take(amounts);
    changedAt[nodeNumber] = ++now;
  }

  /**
   * Gives back the resources of a pod that is gone.
   *
   * @param pods the requests of the remaining pods
   */
  public void giveBack(int nodeNumber, PodRequests amounts, Iterable<PodRequests> pods) {
    var entry = entry(nodeNumber);
    if (entry.resources().isCountedOut()) {
      var resources = new NodeResources(entry.node().allocatable());
      pods.forEach(resources::take);
      entries.set(nodeNumber, Optional.of(new Entry(entry.node(), resources, entry.pools())));
    } else {
      entry.resources().giveBack(amounts);
    }
    changedAt[nodeNumber] = ++now;
  }

  /** Notes that the devices of this claim were taken: nodes that see their pools have fewer. */
  public void taken(ResourceClaim claim) {
    claim.status().allocation().stream()
        .flatMap(allocation -> allocation.devices().results().stream())
        .map(result -> new PoolId(result.driver(), result.pool()))
        .distinct()
        .forEach(this::taken);
  }

  /** Notes that devices of the pool were taken. */
  public void taken(PoolId pool) {
    if (isWide(pool)) {
      widelyTakenAt.put(pool, ++now);
      lastWidelyTaken = now;
    } else {
      mark(viewers(pool));
    }
  }

  /** Notes that devices of the pool came back: a node that had none left may have some. */
  public void givenBack(PoolId pool) {
    mark(viewers(pool));
  }

  private void mark(BitSet numbers) {
    now++;
    numbers.stream()
        .forEach(
            nodeNumber -> {
              changedAt[nodeNumber] = now;
              devicesAt[nodeNumber] = now;
            });
  }

  /** Notes that the pool was added, removed or changed. */
  public void changed(PoolId pool, Snapshot snapshot) {
    requireNonNull(snapshot, "snapshot");
    var before = (BitSet) viewers(pool).clone();
    var after = new BitSet();
    var only = snapshot.onlyViewers(pool);
    var candidates = only.<Iterable<String>>map(it -> it).orElse(byName.keySet());
    for (var name : candidates) {
      int nodeNumber = find(name);
      if (nodeNumber != NONE && snapshot.sees(node(nodeNumber), pool)) {
        after.set(nodeNumber);
      }
    }
    if (after.isEmpty()) {
      viewers.remove(pool);
      widelyTakenAt.remove(pool);
    } else {
      viewers.put(pool, after);
    }
    var either = (BitSet) before.clone();
    either.or(after);
    var moved = (BitSet) before.clone();
    moved.xor(after);
    moved.stream().forEach(nodeNumber -> see(nodeNumber, pool, after.get(nodeNumber)));
    mark(either);
  }

  private void see(int nodeNumber, PoolId pool, boolean sees) {
    var entry = entry(nodeNumber);
    var pools = new ArrayList<>(entry.pools());
    if (sees) {
      pools.add(pool);
    } else {
      pools.remove(pool);
    }
    entries.set(
        nodeNumber, Optional.of(new Entry(entry.node(), entry.resources(), List.copyOf(pools))));
  }

  /** Marks the devices of every node as possibly changed. */
  public void changedEverywhere() {
    var all = new BitSet();
    byName.values().forEach(all::set);
    mark(all);
  }
}
