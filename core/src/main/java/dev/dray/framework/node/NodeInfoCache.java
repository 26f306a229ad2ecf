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
 * All nodes with what is left on them, and when each last changed. Mutable.
 *
 * <p>Whoever looked at the nodes before needs to look again only at those that changed since. A
 * node keeps its number as long as it is there; a number that is free is given again.
 */
public final class NodeInfoCache {
  /**
   * From how many nodes on a pool counts as seen by many. Where devices of it are taken, what they
   * all believe of it is then not marked as outdated, but tested where it matters: on the node that
   * is chosen. Upstream, too, asks all nodes only while there are so few. This is right for beliefs
   * that can only be too good, see {@link DeviceFilter}.
   */
  public static final int MANY = 100;

  private static final int NONE = -1;

  private final int many;
  private final List<Optional<Plot>> plots = new ArrayList<>();
  private final TreeMap<String, Integer> byName = new TreeMap<>();
  private final BitSet free = new BitSet();
  private final Map<PoolId, BitSet> viewers = new HashMap<>();

  /** By pool that many see when a device of it was last taken. */
  private final Map<PoolId, Long> widelyTakenAt = new HashMap<>();

  private long[] changedAt = {};
  private long[] devicesAt = {};
  private long[] sitedAt = {};
  private int[] order = {};
  private boolean isOrdered = true;
  private long lastSited;
  private long lastWidelyTaken;
  private long now;

  /** A node with its room and the pools it sees. */
  private record Plot(NodeInfo node, NodeResources resources, List<PoolId> pools) {}

  public NodeInfoCache(int many) {
    this.many = many;
  }

  /** Empty nodes. */
  public static NodeInfoCache of(List<NodeInfo> sites, Snapshot snapshot, int many) {
    var nodeInfoCache = new NodeInfoCache(many);
    sites.forEach(node -> nodeInfoCache.put(node, List.of(), snapshot));
    return nodeInfoCache;
  }

  /** How many nodes there are. */
  public int size() {
    return byName.size();
  }

  /** Up to where numbers of nodes go; not all of them need be in use. */
  public int end() {
    return plots.size();
  }

  public boolean isThere(int site) {
    return plots.get(site).isPresent();
  }

  /** The numbers of all nodes, by the names of these. Not to be changed. */
  public int[] order() {
    if (!isOrdered) {
      order = byName.values().stream().mapToInt(Integer::intValue).toArray();
      isOrdered = true;
    }
    return order;
  }

  private Plot plot(int site) {
    return plots.get(site).orElseThrow();
  }

  public NodeInfo site(int site) {
    return plot(site).node();
  }

  /** All nodes by name. */
  public List<LabeledNode> nodes() {
    return Arrays.stream(order()).mapToObj(this::node).toList();
  }

  public LabeledNode node(int site) {
    return plot(site).node().node();
  }

  public NodeResources room(int site) {
    return plot(site).resources();
  }

  /** The number of the node, or -1 if there is none of this name. */
  public int find(String name) {
    return byName.getOrDefault(name, NONE);
  }

  public long now() {
    return now;
  }

  /** When a node last came, went or became another. */
  public long lastSited() {
    return lastSited;
  }

  /** When a device was last taken of a pool that many see. */
  public long lastWidelyTaken() {
    return lastWidelyTaken;
  }

  public boolean changedSince(int site, long then) {
    return changedAt[site] > then;
  }

  /** Whether the node has other devices, or may have. */
  public boolean devicesChangedSince(int site, long then) {
    return devicesAt[site] > then;
  }

  /** Whether the node is another, whatever runs on it. */
  public boolean sitedSince(int site, long then) {
    return sitedAt[site] > then;
  }

  /** Whether devices were taken of a pool that the node sees with many others. */
  public boolean widelyTakenSince(int site, long then) {
    if (lastWidelyTaken <= then) {
      return false;
    }
    for (var pool : plot(site).pools()) {
      if (widelyTakenAt.getOrDefault(pool, -1L) > then) {
        return true;
      }
    }
    return false;
  }

  /** Whether the node sees a pool with many others. */
  public boolean seesWithMany(int site) {
    for (var pool : plot(site).pools()) {
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
   * A node is there.
   *
   * @param tenants what pods on it take
   */
  public void put(NodeInfo node, Iterable<PodRequests> tenants, Snapshot snapshot) {
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
    tenants.forEach(resources::take);
    plots.set(number, Optional.of(new Plot(node, resources, List.copyOf(pools))));
    sited(number);
  }

  private void seeWithOthers(int number, PoolId pool) {
    var sites = viewers.computeIfAbsent(pool, _ -> new BitSet());
    sites.set(number);
    if (sites.cardinality() == many + 1) {
      // Whoever was asked before did not say how steady the answer is.
      mark(sites);
    }
  }

  private int add(String name) {
    int number = free.nextSetBit(0);
    if (number < 0) {
      number = plots.size();
      plots.add(Optional.empty());
      changedAt = Arrays.copyOf(changedAt, grown(changedAt.length, number));
      devicesAt = Arrays.copyOf(devicesAt, changedAt.length);
      sitedAt = Arrays.copyOf(sitedAt, changedAt.length);
    }
    free.clear(number);
    byName.put(name, number);
    isOrdered = false;
    return number;
  }

  /** How long an array should be so that the number is in it, with some more to come. */
  public static int grown(int length, int number) {
    return number < length ? length : Math.max(number + 1, length + length / 2);
  }

  private void unsee(int number) {
    plots
        .get(number)
        .ifPresent(
            plot ->
                plot.pools()
                    .forEach(
                        pool ->
                            viewers.computeIfPresent(
                                pool,
                                (_, sites) -> {
                                  sites.clear(number);
                                  return sites.isEmpty() ? null : sites;
                                })));
  }

  private void sited(int number) {
    now++;
    changedAt[number] = now;
    devicesAt[number] = now;
    sitedAt[number] = now;
    lastSited = now;
  }

  /** A node is gone. */
  public void remove(String name) {
    int number = find(name);
    if (number == NONE) {
      return;
    }
    unsee(number);
    plots.set(number, Optional.empty());
    byName.remove(name);
    free.set(number);
    isOrdered = false;
    sited(number);
  }

  public void take(int site, PodRequests amounts) {
    room(site).take(amounts);
    changedAt[site] = ++now;
  }

  /**
   * A pod is gone.
   *
   * @param tenants what the others take
   */
  public void giveBack(int site, PodRequests amounts, Iterable<PodRequests> tenants) {
    var plot = plot(site);
    if (plot.resources().isCountedOut()) {
      var resources = new NodeResources(plot.node().allocatable());
      tenants.forEach(resources::take);
      plots.set(site, Optional.of(new Plot(plot.node(), resources, plot.pools())));
    } else {
      plot.resources().giveBack(amounts);
    }
    changedAt[site] = ++now;
  }

  /** The devices of this claim were taken: all nodes that see their pools have fewer. */
  public void taken(ResourceClaim claim) {
    claim.status().allocation().stream()
        .flatMap(allocation -> allocation.devices().results().stream())
        .map(result -> new PoolId(result.driver(), result.pool()))
        .distinct()
        .forEach(this::taken);
  }

  /** Devices of the pool were taken. */
  public void taken(PoolId pool) {
    if (isWide(pool)) {
      widelyTakenAt.put(pool, ++now);
      lastWidelyTaken = now;
    } else {
      mark(viewers(pool));
    }
  }

  /** Devices of the pool came back: whoever had none may have some. */
  public void givenBack(PoolId pool) {
    mark(viewers(pool));
  }

  private void mark(BitSet sites) {
    now++;
    sites.stream()
        .forEach(
            site -> {
              changedAt[site] = now;
              devicesAt[site] = now;
            });
  }

  /** The pool came, went or changed. */
  public void changed(PoolId pool, Snapshot snapshot) {
    requireNonNull(snapshot, "snapshot");
    var before = (BitSet) viewers(pool).clone();
    var after = new BitSet();
    var only = snapshot.onlyViewers(pool);
    var candidates = only.<Iterable<String>>map(it -> it).orElse(byName.keySet());
    for (var name : candidates) {
      int site = find(name);
      if (site != NONE && snapshot.sees(node(site), pool)) {
        after.set(site);
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
    moved.stream().forEach(site -> see(site, pool, after.get(site)));
    mark(either);
  }

  private void see(int site, PoolId pool, boolean sees) {
    var plot = plot(site);
    var pools = new ArrayList<>(plot.pools());
    if (sees) {
      pools.add(pool);
    } else {
      pools.remove(pool);
    }
    plots.set(site, Optional.of(new Plot(plot.node(), plot.resources(), List.copyOf(pools))));
  }

  /** Nobody knows what devices there are on any node. */
  public void changedEverywhere() {
    var all = new BitSet();
    byName.values().forEach(all::set);
    mark(all);
  }
}
