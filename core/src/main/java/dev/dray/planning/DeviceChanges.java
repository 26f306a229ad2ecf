package dev.dray.planning;

import dev.dray.api.meta.DeviceId;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.CapacityRequestPolicy;
import dev.dray.api.resource.device.CapacityRequestPolicyRange;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.inventory.Pool;
import dev.dray.inventory.PoolGeneration;
import dev.dray.inventory.Snapshot;
import dev.dray.planning.PatchImpact.Change;
import dev.dray.planning.PatchImpact.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The devices that look different in another snapshot of the same slices. */
final class DeviceChanges {
  private static final int MOST_EXAMPLES = 5;

  private final Map<List<Entry>, Group> groups = new LinkedHashMap<>();
  private final Set<PoolId> pools = new TreeSet<>();
  private int seen;

  private static final class Group {
    private final List<DeviceId> examples = new ArrayList<>();
    private final Set<PoolId> pools = new TreeSet<>();
    private int devices;
  }

  // Pools that no patch changes stay the same objects.
  @SuppressWarnings("ReferenceEquality")
  DeviceChanges(Snapshot before, Snapshot after) {
    for (var pool : before.pools()) {
      seen += pool.newest().size();
      var now = after.pool(pool.id()).map(Pool::newest);
      if (now.isPresent() && now.get() != pool.newest()) {
        compare(pool.newest(), now.get());
      }
    }
  }

  private void compare(PoolGeneration before, PoolGeneration after) {
    for (int row = 0; row < before.size(); row++) {
      var entries = entries(before, after, row);
      if (!entries.isEmpty()) {
        pools.add(before.pool());
        var group = groups.computeIfAbsent(entries, _ -> new Group());
        group.devices++;
        group.pools.add(before.pool());
        if (group.examples.size() < MOST_EXAMPLES) {
          group.examples.add(new DeviceId(before.pool(), before.name(row)));
        }
      }
    }
  }

  /**
   * Returns what differs of a device. Its row is the same: patches and rules add or remove no
   * device.
   */
  private static List<Entry> entries(PoolGeneration before, PoolGeneration after, int row) {
    var was = facts(before, row);
    var is = facts(after, row);
    var names = new TreeSet<>(was.keySet());
    names.addAll(is.keySet());
    var entries = new ArrayList<Entry>();
    for (var name : names) {
      var old = Optional.ofNullable(was.get(name));
      var now = Optional.ofNullable(is.get(name));
      if (!old.equals(now)) {
        entries.add(new Entry(name, old, now));
      }
    }
    return entries;
  }

  private static Map<String, String> facts(PoolGeneration generation, int row) {
    var facts = new TreeMap<String, String>();
    var traits = generation.traits(generation.traitsNumber(row));
    generation
        .table()
        .device(row)
        .attributes()
        .forEach((name, value) -> facts.put("attribute " + name, DeviceTypeLabels.text(value)));
    traits.capacity().forEach((name, value) -> put("capacity " + name, value, facts));
    traits
        .taints()
        .forEach(
            taint ->
                facts.put(
                    "taint " + taint.key() + ":" + taint.effect(), AllocationReview.text(taint)));
    return facts;
  }

  private static void put(String name, DeviceCapacity capacity, Map<String, String> facts) {
    facts.put(name, capacity.value().toString());
    capacity.requestPolicy().ifPresent(policy -> put(name, policy, facts));
  }

  private static void put(String name, CapacityRequestPolicy policy, Map<String, String> facts) {
    // The entry exists even without a default, so that a request policy that comes or goes is a
    // change.
    facts.put(
        name + ", default request",
        policy.defaultValue().map(Quantity::toString).orElse("not set"));
    if (!policy.validValues().isEmpty()) {
      var values = policy.validValues().stream().map(Quantity::toString);
      facts.put(name + ", valid requests", values.collect(Collectors.joining(", ")));
    }
    policy.validRange().ifPresent(it -> facts.put(name + ", range of requests", text(it)));
  }

  private static String text(CapacityRequestPolicyRange range) {
    return Stream.of(
            range.min().map(it -> "from " + it),
            range.max().map(it -> "to " + it),
            range.step().map(it -> "in steps of " + it))
        .flatMap(Optional::stream)
        .collect(Collectors.joining(" "));
  }

  /** Returns the number of devices. */
  int seen() {
    return seen;
  }

  /** Returns the number of devices that look different. */
  int devices() {
    return groups.values().stream().mapToInt(group -> group.devices).sum();
  }

  /** Returns the pools that have such devices. */
  Set<PoolId> pools() {
    return pools;
  }

  List<Change> changes() {
    return groups.entrySet().stream()
        .map(
            it ->
                new Change(
                    it.getKey(),
                    it.getValue().devices,
                    it.getValue().pools.size(),
                    it.getValue().examples))
        .sorted(Comparator.comparingInt(Change::devices).reversed())
        .toList();
  }
}
