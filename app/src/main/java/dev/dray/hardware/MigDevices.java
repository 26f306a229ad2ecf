package dev.dray.hardware;

import dev.dray.api.meta.Quantity;
import java.util.ArrayList;
import java.util.List;

/** Everything that can be allocated of a GPU: the whole, and each profile at each placement. */
record MigDevices(MigModel model) {

  /** The counters of a whole GPU. */
  Amounts available() {
    return engines(model.label(), model.whole()).and(memorySlices(0, model.memorySlices()));
  }

  List<PlannedDevice> of(GpuSlot slot, String uuid) {
    var product = model.product();
    var devices = new ArrayList<PlannedDevice>();
    devices.add(whole(slot, uuid, product));
    for (var profile : model.profiles()) {
      for (int start : profile.starts()) {
        devices.add(partition(slot, uuid, product, profile, start));
      }
    }
    return devices;
  }

  private PlannedDevice whole(GpuSlot slot, String uuid, Traits product) {
    var traits = capacities(Traits.named("gpu").string("type", "gpu"), model.whole());
    return new PlannedDevice(
        slot.device(),
        List.of(product, traits, slot.traits()),
        Traits.named("own").string("uuid", uuid).number("index", slot.index()),
        model.profiles().isEmpty() ? List.of() : List.of(drawOfWhole(slot)),
        PlannedDevice.Allocations.ONE);
  }

  private Draw drawOfWhole(GpuSlot slot) {
    var parts = List.of(engines("gpu", model.whole()), memorySlices(0, model.memorySlices()));
    return Draw.shared(slot.device(), parts, List.of("gpu"));
  }

  /** A partition has no UUID of its own before it is made, and it is made when it is allocated. */
  private static PlannedDevice partition(
      GpuSlot slot, String uuid, Traits product, MigProfile profile, int start) {
    var parts =
        List.of(
            engines("mig-" + profile.label(), profile.engines()),
            memorySlices(start, profile.memorySlices()));
    return new PlannedDevice(
        "%s-mig-%s-%d".formatted(slot.device(), profile.label(), start),
        List.of(product, traits(profile), slot.traits(), parent(slot, uuid)),
        Traits.named("own").number("placementStart", start),
        List.of(Draw.shared(slot.device(), parts, List.of("mig"))),
        PlannedDevice.Allocations.ONE);
  }

  private static Traits traits(MigProfile profile) {
    var traits =
        Traits.named("mig-" + profile.label())
            .string("type", "mig")
            .string("profile", profile.name())
            .number("placementSize", profile.memorySlices());
    return capacities(traits, profile.engines());
  }

  private static Traits parent(GpuSlot slot, String uuid) {
    return Traits.named("part-of-" + slot.device())
        .string("parentUUID", uuid)
        .number("parentIndex", slot.index());
  }

  /** What there is none of is published too: a selector that asks for it then fails on nobody. */
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

  private static Amounts engines(String name, Engines engines) {
    return Amounts.named(name)
        .counter("memory", mebibytes(engines.memoryMebibytes()))
        .counter("compute-slices", units(engines.computeSlices()))
        .counter("multiprocessors", units(engines.multiprocessors()))
        .counter("copy-engines", units(engines.copyEngines()))
        .counter("decoders", units(engines.decoders()))
        .counter("encoders", units(engines.encoders()))
        .counter("jpeg-engines", units(engines.jpegEngines()))
        .counter("ofa-engines", units(engines.ofaEngines()));
  }

  /** A counter for each memory slice, because partitions must not overlap and not only fit. */
  private static Amounts memorySlices(int first, int count) {
    var amounts =
        Amounts.named(
            count == 1
                ? "memory-slice-" + first
                : "memory-slices-%d-%d".formatted(first, first + count - 1));
    for (int slice = first; slice < first + count; slice++) {
      amounts = amounts.counter("memory-slice-" + slice, units(1));
    }
    return amounts;
  }

  private static Quantity units(long count) {
    return Quantity.of(count, Quantity.Format.DECIMAL_SI);
  }

  private static Quantity mebibytes(long count) {
    return Quantity.of(count << 20, Quantity.Format.BINARY_SI);
  }
}
