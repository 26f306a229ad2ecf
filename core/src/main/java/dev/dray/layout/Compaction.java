package dev.dray.layout;

import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.validation.Validator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The compaction of slices: a layout with mixins in as few bytes as it finds.
 *
 * <p>Slices that differ only in their devices are also joined, since with mixins more devices fit
 * into one; devices keep their order. Several layouts are tried and measured, the published one
 * among them, so that nothing ever gets larger.
 */
public final class Compaction {
  private static final int MOST_DEVICES = 128;
  private static final int MOST_DEVICES_WITH_LISTS = 64;
  private static final int MOST_TAINTS = 4;
  private static final int MOST_COUNTER_SETS = 8;

  private final Validator validator;

  private Compaction(Validator validator) {
    this.validator = validator;
  }

  /** Compacts every generation of every pool, by driver and name. */
  public static List<CompactedPool> of(
      List<ResourceSlice> slices, Gates gates, Validator validator) {
    var compaction = new Compaction(validator);
    return Flattening.of(slices, gates).pools().stream().map(compaction::pool).toList();
  }

  /** The properties that slices must have in common to be joined. */
  private record Signature(
      boolean counters, ResourceSliceSpec spec, Object labels, Object annotations, Object owners) {
    static Signature of(ResourceSlice slice) {
      var spec = slice.spec();
      var pool = spec.pool();
      var metadata = slice.metadata();
      return new Signature(
          !spec.sharedCounters().isEmpty(),
          spec.withPool(new dev.dray.api.resource.ResourcePool(pool.name(), pool.generation(), 0))
              .withDeviceList(Optional.empty())
              .withCounterSetList(Optional.empty())
              .withMixins(Optional.empty()),
          metadata.labels(),
          metadata.annotations(),
          metadata.ownerReferences());
    }
  }

  private CompactedPool pool(FlatPool pool) {
    var before =
        pool.slices().stream().map(slice -> PublishedMetadata.of(slice.published())).toList();
    var hidden =
        pool.slices().stream()
            .anyMatch(
                slice ->
                    slice.devices().stream().anyMatch(FlatDevice::isHiddenByMixins)
                        || slice.counterSets().stream().anyMatch(it -> it.hidden().isPresent()));
    if (hidden) {
      var why = "left unchanged: one of its devices or counter sets is hidden because of a mixin";
      return new CompactedPool(
          pool.id(),
          pool.generation(),
          before,
          before,
          List.of(LayoutNote.note("pool " + pool.id(), why)));
    }
    var after = smallest(pool, before);
    return new CompactedPool(pool.id(), pool.generation(), before, after, List.of());
  }

  private List<ResourceSlice> smallest(FlatPool pool, List<ResourceSlice> before) {
    var each = new ArrayList<ResourceSlice>();
    pool.slices().forEach(slice -> each.addAll(one(List.of(slice))));
    var best = smaller(before, each);
    var count = SliceCount.of(before);
    if (count.isEmpty()) {
      return best;
    }
    var together = new ArrayList<ResourceSlice>();
    groups(pool.slices()).forEach(group -> together.addAll(one(group)));
    return smaller(best, count.get().in(together));
  }

  private static List<ResourceSlice> smaller(List<ResourceSlice> one, List<ResourceSlice> other) {
    return SliceBytes.of(other) < SliceBytes.of(one) ? other : one;
  }

  /**
   * Groups slices that can be joined; slices of devices only with the one next to them, to keep the
   * order of devices.
   */
  private static List<List<FlatSlice>> groups(List<FlatSlice> slices) {
    var groups = new ArrayList<List<FlatSlice>>();
    var counters = new LinkedHashMap<Signature, List<FlatSlice>>();
    Optional<Signature> last = Optional.empty();
    for (var slice : slices) {
      var likeness = Signature.of(slice.published());
      if (likeness.counters()) {
        counters.computeIfAbsent(likeness, _ -> new ArrayList<>()).add(slice);
      } else {
        if (!last.equals(Optional.of(likeness)) || !mayJoin(slice) || !mayJoin(groups.getLast())) {
          groups.add(new ArrayList<>());
        }
        groups.getLast().add(slice);
        last = Optional.of(likeness);
      }
    }
    groups.addAll(counters.values());
    return groups;
  }

  private static boolean mayJoin(List<FlatSlice> slices) {
    return slices.stream().allMatch(Compaction::mayJoin);
  }

  /**
   * Returns whether a slice may be joined with others. With mixins a device may have fewer taints.
   * And where devices choose their nodes themselves, a node considers a slice only if it can use
   * one of its devices.
   */
  private static boolean mayJoin(FlatSlice slice) {
    return slice.published().spec().perDeviceNodeSelection().isEmpty()
        && slice.devices().stream()
            .allMatch(device -> device.effective().taints().size() <= MOST_TAINTS);
  }

  /** Returns the smallest layout of slices that can be joined, which may be the published one. */
  private List<ResourceSlice> one(List<FlatSlice> slices) {
    var before = slices.stream().map(it -> PublishedMetadata.of(it.published())).toList();
    var best = before;
    for (var cut : cuts(slices)) {
      if (cut.size() <= slices.size() && cut.stream().allMatch(this::isValid)) {
        best = smaller(best, cut);
      }
    }
    return best;
  }

  private boolean isValid(ResourceSlice slice) {
    return validator.create(slice).isEmpty();
  }

  private List<List<ResourceSlice>> cuts(List<FlatSlice> slices) {
    if (!slices.getFirst().counterSets().isEmpty()) {
      var sets =
          slices.stream()
              .flatMap(slice -> slice.counterSets().stream())
              .map(FlatCounterSet::effective)
              .toList();
      return laidOut(
          slices, cuts(sets, MOST_COUNTER_SETS), MixedSlices::ofCounterSets, Compaction::plainSets);
    }
    var devices =
        slices.stream()
            .flatMap(slice -> slice.devices().stream())
            .map(FlatDevice::effective)
            .toList();
    boolean lists =
        devices.stream()
            .anyMatch(it -> it.attributes().values().stream().anyMatch(DeviceAttribute::hasList));
    int most = lists ? MOST_DEVICES_WITH_LISTS : MOST_DEVICES;
    return laidOut(slices, cuts(devices, most), MixedSlices::ofDevices, Compaction::plainDevices);
  }

  /** Returns two ways to cut: each slice as large as it may be, or all of about the same size. */
  private static <T> List<List<List<T>>> cuts(List<T> items, int most) {
    int parts = Math.max(1, (items.size() + most - 1) / most);
    var filled = cut(items, most);
    return parts == 1
        ? List.of(filled)
        : List.of(filled, cut(items, (items.size() + parts - 1) / parts));
  }

  private static <T> List<List<T>> cut(List<T> items, int size) {
    var parts = new ArrayList<List<T>>();
    for (int from = 0; from < items.size() || parts.isEmpty(); from += size) {
      parts.add(items.subList(from, Math.min(items.size(), from + size)));
    }
    return parts;
  }

  private static <T> List<List<ResourceSlice>> laidOut(
      List<FlatSlice> slices,
      List<List<List<T>>> cuts,
      BiFunction<ResourceSliceSpec, List<T>, ResourceSliceSpec> mixed,
      BiFunction<ResourceSliceSpec, List<T>, ResourceSliceSpec> plain) {
    var all = new ArrayList<List<ResourceSlice>>();
    for (var cut : cuts) {
      if (cut.size() <= slices.size()) {
        all.add(laidOut(slices, cut, mixed));
        all.add(laidOut(slices, cut, plain));
      }
    }
    return all;
  }

  private static <T> List<ResourceSlice> laidOut(
      List<FlatSlice> slices,
      List<List<T>> parts,
      BiFunction<ResourceSliceSpec, List<T>, ResourceSliceSpec> spec) {
    var laidOut = new ArrayList<ResourceSlice>();
    for (int i = 0; i < parts.size(); i++) {
      var slice = PublishedMetadata.of(slices.get(i).published());
      laidOut.add(slice.withSpec(spec.apply(slice.spec(), parts.get(i))));
    }
    return laidOut;
  }

  private static ResourceSliceSpec plainDevices(ResourceSliceSpec spec, List<Device> devices) {
    return spec.withMixins(Optional.empty()).withDeviceList(Optional.of(devices));
  }

  private static ResourceSliceSpec plainSets(ResourceSliceSpec spec, List<CounterSet> sets) {
    return spec.withMixins(Optional.empty()).withCounterSetList(Optional.of(sets));
  }
}
