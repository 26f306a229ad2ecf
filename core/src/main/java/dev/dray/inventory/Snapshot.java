package dev.dray.inventory;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.DeviceClass;
import dev.dray.collection.HashTrie;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The state of an inventory at one moment; immutable, for any number of threads. */
public final class Snapshot {
  private final Gates gates;
  private final HashTrie<PoolId, Pool> pools;
  private final HashTrie<NodeIndexKey, PoolList> places;
  private final SortedMap<PoolId, String> failures;
  private final Map<String, DeviceClass> classes;

  private Snapshot(
      Gates gates,
      HashTrie<PoolId, Pool> pools,
      HashTrie<NodeIndexKey, PoolList> places,
      SortedMap<PoolId, String> failures,
      Map<String, DeviceClass> classes) {
    this.gates = gates;
    this.pools = pools;
    this.places = places;
    this.failures = failures;
    this.classes = classes;
  }

  static Snapshot empty(Gates gates) {
    return new Snapshot(gates, HashTrie.empty(), HashTrie.empty(), new TreeMap<>(), Map.of());
  }

  public Gates gates() {
    return gates;
  }

  public Optional<DeviceClass> deviceClass(String name) {
    return Optional.ofNullable(classes.get(name));
  }

  public Optional<Pool> pool(PoolId id) {
    return pools.find(id);
  }

  /** Returns all pools by id; sorted anew for each call. */
  public List<Pool> pools() {
    return anyOrder().stream().sorted(Comparator.comparing(Pool::id)).toList();
  }

  /** Returns the pools that the node sees. */
  public NodeView on(LabeledNode node) {
    var looked = look(node);
    var candidates = new TreeMap<PoolId, Pool>();
    looked.forEach(found -> found.pools().forEach(pool -> candidates.put(pool.id(), pool)));
    var views = new ArrayList<PoolView>(candidates.size());
    candidates.values().forEach(pool -> pool.view(node).ifPresent(views::add));
    return new NodeView(node, views, failure(), looked);
  }

  private List<PoolList> look(LabeledNode node) {
    var found = new ArrayList<PoolList>();
    found.add(at(new NodeIndexKey.Everywhere()));
    found.add(at(new NodeIndexKey.Unclear()));
    found.add(at(new NodeIndexKey.Named(node.name())));
    node.labels().forEach((key, value) -> found.add(at(new NodeIndexKey.Labelled(key, value))));
    return found;
  }

  private PoolList at(NodeIndexKey nodeIndexKey) {
    return places.find(nodeIndexKey).orElse(PoolList.EMPTY);
  }

  /** Returns why nothing at all can be allocated: a node selector that cannot be evaluated. */
  public Optional<String> failure() {
    return failures.values().stream().findFirst();
  }

  /**
   * Returns whether the node, as it was when it was viewed, still sees the same here. May be false
   * although nothing changed for the node, but is never true if something did.
   */
  public boolean isCurrent(NodeView view) {
    var now = look(view.node());
    for (int i = 0; i < now.size(); i++) {
      if (now.get(i) != view.looked().get(i)) {
        return false;
      }
    }
    return view.failure().equals(failure());
  }

  /** Returns whether the node sees the pool. */
  public boolean sees(LabeledNode node, PoolId id) {
    return pools.find(id).flatMap(pool -> pool.view(node)).isPresent();
  }

  /** Returns the names of the only nodes that could see the pool; empty if any node could. */
  public Optional<SortedSet<String>> onlyViewers(PoolId id) {
    var names = new TreeSet<String>();
    for (var nodeIndexKey : pools.find(id).<Set<NodeIndexKey>>map(Pool::places).orElse(Set.of())) {
      if (!(nodeIndexKey instanceof NodeIndexKey.Named(var node))) {
        return Optional.empty();
      }
      names.add(node);
    }
    return Optional.of(names);
  }

  /** Returns all pools, in no meaningful order. */
  List<Pool> anyOrder() {
    var all = new ArrayList<Pool>(pools.size());
    pools.forEach((_, pool) -> all.add(pool));
    return all;
  }

  Snapshot withClasses(SortedMap<String, DeviceClass> changed) {
    return new Snapshot(gates, pools, places, failures, new TreeMap<>(changed));
  }

  /** Returns a snapshot with these pools replaced; an empty one is removed. */
  Snapshot with(SortedMap<PoolId, Optional<Pool>> changes) {
    var moves = new TreeMap<PoolId, Optional<Pool>>();
    var broken = new TreeMap<>(failures);
    changes.forEach(
        (id, pool) -> {
          moves.put(id, pool);
          broken.remove(id);
          pool.flatMap(Pool::mistake).ifPresent(mistake -> broken.put(id, mistake));
        });
    return new Snapshot(gates, pools.with(moves), moved(moves), broken, classes);
  }

  private HashTrie<NodeIndexKey, PoolList> moved(SortedMap<PoolId, Optional<Pool>> changes) {
    var byPlace = new LinkedHashMap<NodeIndexKey, SortedMap<PoolId, Optional<Pool>>>();
    changes.forEach(
        (id, pool) -> {
          pools.find(id).ifPresent(old -> note(id, Optional.empty(), old.places(), byPlace));
          pool.ifPresent(now -> note(id, pool, now.places(), byPlace));
        });
    var lists = new LinkedHashMap<NodeIndexKey, Optional<PoolList>>();
    byPlace.forEach((nodeIndexKey, moves) -> lists.put(nodeIndexKey, at(nodeIndexKey).with(moves)));
    return places.with(lists);
  }

  private static void note(
      PoolId id,
      Optional<Pool> pool,
      Iterable<NodeIndexKey> at,
      Map<NodeIndexKey, SortedMap<PoolId, Optional<Pool>>> byPlace) {
    at.forEach(
        nodeIndexKey -> byPlace.computeIfAbsent(nodeIndexKey, _ -> new TreeMap<>()).put(id, pool));
  }
}
