package dev.dray.scheduling;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.Node;
import dev.dray.inventory.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All nodes with what is left on them, and when each last changed. Mutable.
 *
 * <p>Whoever looked at the nodes before needs to look again only at those that changed since.
 */
final class Grounds {
  /**
   * From how many nodes on a pool counts as seen by many. What they all believe of it is then not
   * marked as outdated whenever a device of it is taken, but tested where it matters: on the node
   * that is chosen. Upstream, too, asks all nodes only while there are so few.
   */
  static final int MANY = 100;

  private final int many;
  private final List<Site> sites;
  private final List<Room> rooms;
  private final List<Node> nodes;
  private final Map<String, Integer> byName = new HashMap<>();
  private final Map<PoolId, List<Integer>> seenBy = new HashMap<>();
  private final long[] changedAt;
  private long now;

  Grounds(List<Site> sites, Snapshot snapshot, int many) {
    this.many = many;
    this.sites = sites;
    rooms = sites.stream().map(site -> new Room(site.allocatable())).toList();
    nodes = sites.stream().map(Site::node).toList();
    changedAt = new long[sites.size()];
    for (int i = 0; i < sites.size(); i++) {
      byName.put(nodes.get(i).name(), i);
      for (var pool : snapshot.on(nodes.get(i)).pools()) {
        seenBy.computeIfAbsent(pool.id(), _ -> new ArrayList<>(1)).add(i);
      }
    }
  }

  int size() {
    return changedAt.length;
  }

  List<Site> sites() {
    return sites;
  }

  List<Node> nodes() {
    return nodes;
  }

  Node node(int site) {
    return nodes.get(site);
  }

  Room room(int site) {
    return rooms.get(site);
  }

  /** The number of the node, or -1 if there is none of this name. */
  int find(String name) {
    return byName.getOrDefault(name, -1);
  }

  long now() {
    return now;
  }

  boolean changedSince(int site, long then) {
    return changedAt[site] > then;
  }

  void take(int site, PodAmounts amounts) {
    rooms.get(site).take(amounts);
    changedAt[site] = ++now;
  }

  /** The devices of this claim were taken: all nodes that see their pools have fewer. */
  void taken(ResourceClaim claim) {
    claim.status().allocation().stream()
        .flatMap(allocation -> allocation.devices().results().stream())
        .map(result -> new PoolId(result.driver(), result.pool()))
        .distinct()
        .forEach(this::changed);
  }

  private void changed(PoolId pool) {
    var viewers = seenBy.getOrDefault(pool, List.of());
    if (viewers.size() <= many) {
      now++;
      viewers.forEach(site -> changedAt[site] = now);
    }
  }
}
