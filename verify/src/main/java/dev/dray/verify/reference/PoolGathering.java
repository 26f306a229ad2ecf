package dev.dray.verify.reference;

import dev.dray.api.gate.Gate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds the pools that a node sees: which slices count, and whether all of them are there. */
final class PoolGathering {
  private final World world;
  private final Rules rules;
  private final List<EffectiveSlice> slices;
  private final NodeMatch nodeMatch;

  PoolGathering(World world, Rules rules, List<EffectiveSlice> slices) {
    this.world = world;
    this.rules = rules;
    this.slices = slices;
    this.nodeMatch = new NodeMatch(world.node());
  }

  /** Pools with binding conditions come last. */
  List<Pool> pools() {
    var newest = new TreeMap<PoolName, List<EffectiveSlice>>();
    for (var slice : nodeFirst()) {
      if (isRelevant(slice)) {
        keepNewest(newest, slice);
      }
    }
    var pools = new ArrayList<Pool>();
    newest.forEach((name, kept) -> add(name, kept, pools));
    pools.sort(Comparator.comparing(Pool::bindingConditions).thenComparing(Pool::name));
    return pools;
  }

  /** The slices of the node, then those that no node's name is on. */
  private List<EffectiveSlice> nodeFirst() {
    var ordered = new ArrayList<EffectiveSlice>();
    slices.stream().filter(it -> nodeName(it).equals(world.node().name())).forEach(ordered::add);
    slices.stream().filter(it -> nodeName(it).isEmpty()).forEach(ordered::add);
    return ordered;
  }

  private static String nodeName(EffectiveSlice slice) {
    return slice.spec().nodeName().orElse("");
  }

  private boolean isRelevant(EffectiveSlice slice) {
    var spec = slice.spec();
    if (!rules.on(Gate.DRA_PARTITIONABLE_DEVICES)
        && (spec.perDeviceNodeSelection().isPresent() || !spec.sharedCounters().isEmpty())) {
      return false;
    }
    if (isIgnoredForGroups(slice)) {
      return false;
    }
    if (!nodeName(slice).isEmpty()
        || spec.allNodes().orElse(false)
        || spec.nodeSelector().isPresent()) {
      return nodeMatch.matches(spec.nodeName(), spec.allNodes(), spec.nodeSelector());
    }
    return spec.perDeviceNodeSelection().orElse(false) && hasDeviceForNode(slice);
  }

  /** Looks at all devices, as a node selector that cannot be parsed counts wherever it is. */
  private boolean hasDeviceForNode(EffectiveSlice slice) {
    var found = false;
    for (var device : slice.devices()) {
      if (!found || !rules.has(Quirk.NODE_MATCH_LAST)) {
        found |= nodeMatch.of(device);
      }
    }
    return found;
  }

  private boolean isIgnoredForGroups(EffectiveSlice slice) {
    return rules.has(Quirk.GROUPED_SLICES_IGNORED)
        && !rules.on(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS)
        && slice.devices().stream().anyMatch(EffectiveDevice::declaresGroups);
  }

  private static void keepNewest(Map<PoolName, List<EffectiveSlice>> newest, EffectiveSlice slice) {
    var kept = newest.computeIfAbsent(PoolName.of(slice.slice()), _ -> new ArrayList<>());
    if (!kept.isEmpty() && slice.generation() > kept.getFirst().generation()) {
      kept.clear();
    }
    if (kept.isEmpty() || slice.generation() == kept.getFirst().generation()) {
      kept.add(slice);
    }
  }

  /** Adds the pool unless a newer generation of it lies elsewhere and this one has gaps. */
  private void add(PoolName name, List<EffectiveSlice> kept, List<Pool> pools) {
    var building = new PoolBuilding(rules, nodeMatch);
    long wanted = kept.getFirst().spec().pool().resourceSliceCount();
    if (kept.size() == wanted) {
      pools.add(building.pool(name, kept, List.of()));
      return;
    }
    long generation = kept.getFirst().generation();
    var anywhere =
        slices.stream().filter(slice -> PoolName.of(slice.slice()).equals(name)).toList();
    if (anywhere.stream().anyMatch(slice -> slice.generation() > generation)) {
      return;
    }
    var same =
        anywhere.stream()
            .filter(slice -> slice.generation() == generation && !isIgnoredForGroups(slice))
            .toList();
    var others =
        same.stream()
            .filter(it -> kept.stream().noneMatch(one -> one.name().equals(it.name())))
            .toList();
    pools.add(
        same.size() == wanted ? building.pool(name, kept, others) : building.incomplete(name));
  }
}
