package dev.dray.layout;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.meta.NodeSelectorRequirement;
import dev.dray.api.meta.NodeSelectorTerm;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.validation.Validator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The conversion of flattened devices to slices without mixins, from which claims get the same
 * devices.
 *
 * <p>Devices keep their order, which decides who gets which. A slice that is too large without
 * mixins is split into parts that stay next to each other. A device that is hidden because of a
 * mixin moves to a slice for no node: no claim can get it there, and allocations that already have
 * it still count.
 */
public final class PlainSlices {
  private final Validator validator;
  private final boolean partitionable;
  private final SliceNames names;
  private final List<ResourceSlice> slices = new ArrayList<>();
  private final List<LayoutNote> remarks = new ArrayList<>();

  private PlainSlices(Set<String> taken, Gates gates, Validator validator) {
    this.names = new SliceNames(taken);
    this.partitionable = gates.enabled(Gate.DRA_PARTITIONABLE_DEVICES);
    this.validator = validator;
  }

  /**
   * Returns the same devices in plain slices.
   *
   * @param gates the gates with which the devices were flattened
   */
  public static LaidOut of(Flattened flattened, Gates gates, Validator validator) {
    var taken = new HashSet<String>();
    flattened.pools().forEach(pool -> pool.slices().forEach(slice -> taken.add(slice.name())));
    var plain = new PlainSlices(taken, gates, validator);
    flattened.pools().forEach(plain::add);
    return new LaidOut(plain.slices, plain.remarks);
  }

  private void add(FlatPool pool) {
    var parts = new ArrayList<ResourceSlice>();
    var hidden = new ArrayList<FlatDevice>();
    for (int i = 0; i < pool.slices().size(); i++) {
      var slice = pool.slices().get(i);
      var next =
          i + 1 < pool.slices().size()
              ? Optional.of(pool.slices().get(i + 1).name())
              : Optional.<String>empty();
      parts.addAll(parts(slice, next, pool));
      slice.devices().stream().filter(FlatDevice::isHiddenByMixins).forEach(hidden::add);
    }
    if (!hidden.isEmpty()) {
      parts.addAll(hidden(pool, hidden));
    }
    findHiddenTwins(pool);
    slices.addAll(counted(pool, parts));
  }

  /**
   * Notes hidden counter sets whose name occurs twice: two sets of one name make a pool invalid,
   * even if one is hidden.
   */
  private void findHiddenTwins(FlatPool pool) {
    var names = new HashSet<String>();
    var sets = pool.slices().stream().flatMap(slice -> slice.counterSets().stream()).toList();
    var hidden = sets.stream().filter(set -> set.hidden().isPresent()).map(FlatCounterSet::name);
    var twins = sets.stream().map(FlatCounterSet::name).filter(name -> !names.add(name)).toList();
    hidden
        .filter(twins::contains)
        .forEach(
            name ->
                remarks.add(
                    LayoutNote.different(
                        "pool " + pool.id(),
                        "the hidden counter set %s exists twice".formatted(name))));
  }

  private List<ResourceSlice> counted(FlatPool pool, List<ResourceSlice> parts) {
    if (parts.size() == pool.slices().size()) {
      return parts;
    }
    var published = pool.slices().stream().map(FlatSlice::published).toList();
    return SliceCount.of(published)
        .map(count -> count.in(parts))
        .orElseGet(
            () -> {
              remarks.add(
                  LayoutNote.different(
                      "pool " + pool.id(),
                      "it needs more slices without mixins, but its slices disagree on their"
                          + " number"));
              return parts;
            });
  }

  private List<ResourceSlice> parts(FlatSlice slice, Optional<String> next, FlatPool pool) {
    if (!slice.counterSets().isEmpty()) {
      return List.of(checked(counters(slice), slice));
    }
    var visible =
        slice.devices().stream()
            .filter(device -> !device.isHiddenByMixins())
            .map(FlatDevice::effective)
            .toList();
    var groups = PlainLimits.cut(visible);
    var more = names.between(slice.name(), next, groups.size() - 1);
    if (more.isEmpty()) {
      remarks.add(
          LayoutNote.different(
              "slice " + slice.name(),
              "it must be split into %d, but no slice name is free between it and the next"
                  .formatted(groups.size())));
      return List.of(part(slice, slice.name(), visible));
    }
    if (groups.size() > 1) {
      remarks.add(
          LayoutNote.note(
              "slice " + slice.name(),
              "split into %d: without mixins it is too large for one slice"
                  .formatted(groups.size())));
    }
    if (groups.size() > 1 && spreads(slice, pool)) {
      remarks.add(
          LayoutNote.different(
              "slice " + slice.name(),
              "it has per-device node selection, and some nodes would not see all of its parts"));
    }
    var parts = new ArrayList<ResourceSlice>();
    var all = SliceNames.with(slice.name(), more.get());
    for (int i = 0; i < groups.size(); i++) {
      parts.add(checked(part(slice, all.get(i), groups.get(i)), slice));
    }
    return parts;
  }

  /**
   * Returns whether it matters that a node does not see devices of the slice that are not for it.
   */
  private static boolean spreads(FlatSlice slice, FlatPool pool) {
    return slice.published().spec().perDeviceNodeSelection().isPresent()
        && (pool.state() == FlatPool.State.OUTDATED
            || slice.devices().stream()
                .anyMatch(it -> !it.effective().bindingConditions().isEmpty()));
  }

  private static ResourceSlice part(FlatSlice slice, String name, List<Device> devices) {
    var published = slice.published();
    var spec = published.spec();
    boolean draws = devices.stream().anyMatch(device -> !device.consumesCounters().isEmpty());
    var plain =
        spec.withMixins(Optional.empty()).withDeviceList(spec.deviceList().map(_ -> devices));
    return new ResourceSlice(
        PublishedMetadata.of(published.metadata(), name),
        // A slice may name the attribute that tells partitions apart only if it has partitions.
        draws ? plain : plain.withoutPartitionTypeAttribute());
  }

  private ResourceSlice counters(FlatSlice slice) {
    var spec = slice.published().spec().withMixins(Optional.empty());
    // While partitionable devices are off, nobody reads the counter sets: the slice only has to
    // exist.
    var kept =
        slice.counterSets().stream()
            .filter(set -> !partitionable || set.hidden().isEmpty())
            .map(FlatCounterSet::effective)
            .toList();
    var plain = kept.isEmpty() ? withoutCounters(spec) : spec.withCounterSetList(Optional.of(kept));
    return PublishedMetadata.of(slice.published()).withSpec(plain);
  }

  /** Returns the spec without counter sets; the slice still counts as one of the pool. */
  private static ResourceSliceSpec withoutCounters(ResourceSliceSpec spec) {
    var empty = spec.withCounterSetList(Optional.empty()).withDeviceList(Optional.of(List.of()));
    boolean somewhere =
        spec.nodeName().isPresent()
            || spec.nodeSelector().isPresent()
            || spec.allNodes().isPresent();
    return somewhere || spec.perDeviceNodeSelection().isPresent() ? empty : nowhere(empty);
  }

  /** Notes every rule that the plain slice breaks, if the published one broke none. */
  private ResourceSlice checked(ResourceSlice plain, FlatSlice from) {
    var violations = validator.create(plain);
    if (!violations.isEmpty()
        && validator.create(PublishedMetadata.of(from.published())).isEmpty()) {
      violations.forEach(
          it -> remarks.add(LayoutNote.invalid("slice " + plain.metadata().name(), it.toString())));
    }
    return plain;
  }

  private List<ResourceSlice> hidden(FlatPool pool, List<FlatDevice> devices) {
    devices.forEach(
        device ->
            remarks.add(
                LayoutNote.note(
                    "device %s/%s".formatted(pool.id(), device.name()),
                    "it is put into a slice that no node sees: "
                        + device.hidden().orElseThrow().explanation())));
    findStrange(pool, devices);
    var last = pool.slices().getLast();
    var counters = counters(pool);
    var groups =
        PlainLimits.cut(devices.stream().map(it -> unseen(it.effective(), counters)).toList());
    var free = names.between(stem(last.name()), Optional.empty(), groups.size()).orElseThrow();
    var parts = new ArrayList<ResourceSlice>();
    for (int i = 0; i < groups.size(); i++) {
      var part = part(last, free.get(i), groups.get(i));
      parts.add(
          part.withSpec(
              nowhere(part.spec())
                  .withDeviceList(Optional.of(groups.get(i)))
                  .withCounterSetList(Optional.empty())
                  .withSkipNodeOperations(List.of())));
    }
    return parts;
  }

  /**
   * Returns the name of a slice of hidden devices. No node sees it, so its place in the order does
   * not matter.
   */
  private static String stem(String name) {
    return name.substring(0, Math.min(name.length(), 200)) + "-hidden";
  }

  /**
   * Notes the effects that hidden devices have on their pool by being in the same slice as others.
   */
  private void findStrange(FlatPool pool, List<FlatDevice> hidden) {
    var seen = new HashMap<String, Integer>();
    pool.devices().forEach(device -> seen.merge(device.name(), 1, Integer::sum));
    for (var device : hidden) {
      var about = "device %s/%s".formatted(pool.id(), device.name());
      if (seen.getOrDefault(device.name(), 0) > 1) {
        remarks.add(LayoutNote.different(about, "it is hidden, and its name exists twice"));
      }
      if (!device.effective().bindingConditions().isEmpty()) {
        remarks.add(
            LayoutNote.different(
                about, "it is hidden, and its binding conditions put the pool last"));
      }
    }
    if (pool.state() == FlatPool.State.OUTDATED) {
      // Nodes use an outdated generation only while they see all of its slices.
      remarks.add(
          LayoutNote.different(
              "pool " + pool.id(),
              "generation %d is outdated and has hidden devices".formatted(pool.generation())));
    }
  }

  /** Returns the counters that devices of the pool can consume, by counter set. */
  private static Map<String, Set<String>> counters(FlatPool pool) {
    var counters = new HashMap<String, Set<String>>();
    for (var slice : pool.slices()) {
      for (var set : slice.counterSets()) {
        if (set.hidden().isEmpty()) {
          counters.putIfAbsent(set.name(), set.effective().counters().keySet());
        }
      }
    }
    return counters;
  }

  /**
   * Returns a hidden device that consumes only counters that exist, since any other would make the
   * pool invalid.
   */
  private static Device unseen(Device device, Map<String, Set<String>> counters) {
    var consumptions = new ArrayList<DeviceCounterConsumption>();
    for (var consumption : device.consumesCounters()) {
      var known = counters.get(consumption.counterSet());
      if (known != null && !known.isEmpty()) {
        consumptions.add(consumption.withCounters(known(consumption.counters(), known)));
      }
    }
    return device.withConsumesCounters(consumptions).withoutNodeSelection();
  }

  private static Map<String, Counter> known(Map<String, Counter> counters, Set<String> known) {
    var kept = new TreeMap<>(counters);
    kept.keySet().retainAll(known);
    if (kept.isEmpty()) {
      // It consumes nothing, and is still a user of the set with whom compatibility groups must
      // agree.
      kept.put(known.iterator().next(), Counter.of(Quantity.ZERO));
    }
    return kept;
  }

  /** Returns the spec for nodes that both have a label and do not have it. */
  private static ResourceSliceSpec nowhere(ResourceSliceSpec spec) {
    var label = "dray.dev/hidden";
    var never =
        new NodeSelector(
            List.of(
                new NodeSelectorTerm(
                    List.of(
                        new NodeSelectorRequirement(label, "Exists", List.of()),
                        new NodeSelectorRequirement(label, "DoesNotExist", List.of())),
                    List.of())));
    return spec.withNodeSelector(never);
  }
}
