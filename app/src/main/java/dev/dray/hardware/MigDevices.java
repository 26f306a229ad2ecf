package dev.dray.hardware;

import dev.dray.api.meta.Quantity;
import java.util.ArrayList;
import java.util.List;

/**
 * The allocatable devices of a GPU: the whole, and each profile at each placement.
 *
 * <p>What GPUs have in common is created once: there may be a million partitions to write.
 */
final class MigDevices {
  private final Traits product;
  private final CounterAmounts available;
  private final Pattern whole;
  private final List<Pattern> partitions;

  /** The pattern of a device that every GPU has. */
  private record Pattern(String suffix, Traits traits, Traits own, List<CounterAmounts> parts) {}

  MigDevices(MigModel model) {
    this.product = model.product();
    var slices = memorySlices(0, model.memorySlices());
    this.available = engines(model.label(), model.whole()).and(slices);
    this.whole =
        new Pattern(
            "",
            capacities(Traits.named("gpu").string("type", "gpu"), model.whole()),
            Traits.named("own"),
            List.of(engines("gpu", model.whole()), slices));
    this.partitions =
        model.profiles().stream()
            .flatMap(profile -> profile.starts().stream().map(start -> partition(profile, start)))
            .toList();
  }

  private static Pattern partition(MigProfile profile, int start) {
    return new Pattern(
        "-mig-%s-%d".formatted(profile.label(), start),
        traits(profile),
        Traits.named("own").number("placementStart", start),
        List.of(
            engines("mig-" + profile.label(), profile.engines()),
            memorySlices(start, profile.memorySlices())));
  }

  /** Returns the counters of a whole GPU. */
  CounterAmounts available() {
    return available;
  }

  List<PlannedDevice> of(GpuSlot slot, String uuid) {
    var devices = new ArrayList<PlannedDevice>();
    var place = slot.traits();
    var own = Traits.named("own").string("uuid", uuid).number("index", slot.index());
    var draws = partitions.isEmpty() ? List.<PlannedDraw>of() : List.of(draw(slot, whole, "gpu"));
    devices.add(device(slot, whole, List.of(product, whole.traits(), place), own, draws));
    var parent = parent(slot, uuid);
    for (var partition : partitions) {
      devices.add(
          device(
              slot,
              partition,
              List.of(product, partition.traits(), place, parent),
              partition.own(),
              List.of(draw(slot, partition, "mig"))));
    }
    return devices;
  }

  private static PlannedDraw draw(GpuSlot slot, Pattern pattern, String group) {
    return PlannedDraw.shared(slot.device(), pattern.parts(), List.of(group));
  }

  private static PlannedDevice device(
      GpuSlot slot, Pattern pattern, List<Traits> traits, Traits own, List<PlannedDraw> draws) {
    return new PlannedDevice(
        slot.device() + pattern.suffix(), traits, own, draws, PlannedDevice.Allocations.ONE);
  }

  private static Traits traits(MigProfile profile) {
    var traits =
        Traits.named("mig-" + profile.label())
            .string("type", "mig")
            .string("profile", profile.name())
            .number("placementSize", profile.memorySlices());
    return capacities(traits, profile.engines());
  }

  /**
   * Returns the attributes of the parent GPU. A partition has no UUID before it is created, and it
   * is created when it is allocated.
   */
  private static Traits parent(GpuSlot slot, String uuid) {
    return Traits.named("part-of-" + slot.device())
        .string("parentUUID", uuid)
        .number("parentIndex", slot.index());
  }

  /**
   * Adds the capacities. Zero amounts are published too, so that a selector that names one does not
   * fail.
   */
  private static Traits capacities(Traits traits, Engines engines) {
    return traits
        .capacity("memory", mebibytes(engines.memoryMebibytes()))
        .capacity("multiprocessors", units(engines.multiprocessors()))
        .capacity("copyEngines", units(engines.copyEngines()))
        .capacity("decoders", units(engines.decoders()))
        .capacity("encoders", units(engines.encoders()))
        .capacity("jpegEngines", units(engines.jpegEngines()))
        .capacity("ofaEngines", units(engines.ofaEngines()));
  }

  private static CounterAmounts engines(String name, Engines engines) {
    return CounterAmounts.named(name)
        .counter("memory", mebibytes(engines.memoryMebibytes()))
        .counter("compute-slices", units(engines.computeSlices()))
        .counter("multiprocessors", units(engines.multiprocessors()))
        .counter("copy-engines", units(engines.copyEngines()))
        .counter("decoders", units(engines.decoders()))
        .counter("encoders", units(engines.encoders()))
        .counter("jpeg-engines", units(engines.jpegEngines()))
        .counter("ofa-engines", units(engines.ofaEngines()));
  }

  /**
   * Returns a counter for each memory slice, because partitions must not overlap: that they fit in
   * total is not enough.
   */
  private static CounterAmounts memorySlices(int first, int count) {
    var counterAmounts =
        CounterAmounts.named(
            count == 1
                ? "memory-slice-" + first
                : "memory-slices-%d-%d".formatted(first, first + count - 1));
    for (int slice = first; slice < first + count; slice++) {
      counterAmounts = counterAmounts.counter("memory-slice-" + slice, units(1));
    }
    return counterAmounts;
  }

  private static Quantity units(long count) {
    return Quantity.of(count, Quantity.Format.DECIMAL_SI);
  }

  private static Quantity mebibytes(long count) {
    return Quantity.of(count << 20, Quantity.Format.BINARY_SI);
  }
}
