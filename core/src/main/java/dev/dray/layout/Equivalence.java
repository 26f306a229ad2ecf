package dev.dray.layout;

import dev.dray.api.codec.EntryWriter;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The equivalence of two layouts of slices: the same devices in the same order, the same counter
 * sets, for the same nodes, and pools equally complete.
 *
 * <p>Both are flattened by the same code that the engine is tested against. These may differ: the
 * names and the number of slices, mixins, and whether an attribute is spelt with its driver's
 * domain. Capacities keep their spelling, since it appears in the results of claims.
 */
public final class Equivalence {
  private Equivalence() {}

  /** Returns the first difference, if there is one. */
  public static Optional<String> difference(
      List<ResourceSlice> before, List<ResourceSlice> after, Gates gates) {
    var old = described(before, gates);
    var now = described(after, gates);
    if (!old.keySet().equals(now.keySet())) {
      return Optional.of("the pools are %s and were %s".formatted(now.keySet(), old.keySet()));
    }
    for (Map.Entry<String, List<String>> entry : old.entrySet()) {
      var difference = difference(entry.getValue(), now.getOrDefault(entry.getKey(), List.of()));
      if (difference.isPresent()) {
        return difference.map(it -> "pool %s: %s".formatted(entry.getKey(), it));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> difference(List<String> before, List<String> after) {
    for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
      if (!before.get(i).equals(after.get(i))) {
        return Optional.of("it has %s and had %s".formatted(after.get(i), before.get(i)));
      }
    }
    return before.size() == after.size()
        ? Optional.empty()
        : Optional.of("it has %d parts and had %d".formatted(after.size(), before.size()));
  }

  /**
   * Returns the description of each pool and generation, a line for each device and counter set.
   */
  private static Map<String, List<String>> described(List<ResourceSlice> slices, Gates gates) {
    var described = new TreeMap<String, List<String>>();
    for (var pool : Flattening.of(slices, gates).pools()) {
      described.put("%s generation %d".formatted(pool.id(), pool.generation()), described(pool));
    }
    return described;
  }

  private static List<String> described(FlatPool pool) {
    var lines = new ArrayList<String>();
    lines.add(completeness(pool));
    var sets = new TreeMap<String, String>();
    for (var slice : pool.slices()) {
      var where = where(slice.published().spec());
      if (slice.published().spec().perDeviceNodeSelection().isPresent()) {
        // Nodes consider such a slice only if they can use one of its devices.
        lines.add("together " + slice.devices().stream().map(FlatDevice::name).toList());
      }
      for (var device : slice.devices()) {
        lines.add(
            "device %s %s%s"
                .formatted(
                    described(device.effective(), pool.id()), where, hidden(device.hidden())));
      }
      for (var set : slice.counterSets()) {
        var line = described(set.effective().counters()) + where + hidden(set.hidden());
        sets.merge(set.name(), line, (one, other) -> one + " and " + other);
      }
    }
    sets.forEach((name, line) -> lines.add("counter set %s %s".formatted(name, line)));
    return lines;
  }

  private static String hidden(Optional<?> reason) {
    return reason.map(it -> " hidden: " + it).orElse("");
  }

  /**
   * Returns how complete the pool is. If all slices agree on their number and no more are
   * published, the number itself is a matter of layout.
   */
  private static String completeness(FlatPool pool) {
    var published = pool.slices().stream().map(FlatSlice::published).toList();
    return SliceCount.of(published)
        .map(count -> "%d slices missing".formatted(count.said() - count.published()))
        .orElseGet(
            () ->
                "slices that say "
                    + published.stream().map(it -> it.spec().pool().resourceSliceCount()).toList());
  }

  private static String where(ResourceSliceSpec spec) {
    return " on %s %s %s %s, %s, %s"
        .formatted(
            spec.nodeName(),
            spec.nodeSelector().map(NodeSelector::toString),
            spec.allNodes(),
            spec.perDeviceNodeSelection(),
            spec.partitionTypeAttribute(),
            spec.skipNodeOperations());
  }

  private static String described(Device device, PoolId pool) {
    var attributes = new TreeMap<String, String>();
    device
        .attributes()
        .forEach(
            (name, value) ->
                attributes.put(
                    QualifiedName.shortest(name, pool.driver()), EntryWriter.json(value)));
    var capacity = new TreeMap<String, String>();
    device.capacity().forEach((name, value) -> capacity.put(name, EntryWriter.json(value)));
    var consumptions =
        device.consumesCounters().stream()
            .map(it -> it.counterSet() + described(it.counters()) + it.compatibilityGroups())
            .toList();
    // A record's text has all of its components, so that none is forgotten when one is added.
    var rest =
        device
            .withName("")
            .withAttributes(Map.of())
            .withCapacity(Map.of())
            .withConsumesCounters(List.of());
    return "%s with %s %s %s %s".formatted(device.name(), attributes, capacity, consumptions, rest);
  }

  private static String described(Map<String, Counter> counters) {
    var text = new TreeMap<String, String>();
    counters.forEach((name, counter) -> text.put(name, EntryWriter.json(counter)));
    return text.toString();
  }
}
