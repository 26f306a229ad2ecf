package dev.dray.verify.hardware;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.Counter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Everything that can be allocated of a GPU: the whole, and each profile at each placement. */
final class H200Devices {
  /** The counters of a whole GPU. */
  static final Amounts AVAILABLE =
      engines("h200", H200.WHOLE).and(memorySlices(0, H200.MEMORY_SLICES));

  private static final Traits PRODUCT =
      Traits.named("h200")
          .string("productName", H200.PRODUCT)
          .string("brand", "Nvidia")
          .string("architecture", H200.ARCHITECTURE)
          .version("cudaComputeCapability", H200.COMPUTE_CAPABILITY)
          .version("driverVersion", H200.DRIVER_VERSION)
          .version("cudaDriverVersion", H200.CUDA_DRIVER_VERSION);

  private H200Devices() {}

  /** The name of a GPU as a device, and of its counter set. */
  static String nameOf(GpuNode.Gpu gpu) {
    return "gpu-" + gpu.index();
  }

  static List<PlannedDevice> of(GpuNode.Gpu gpu) {
    var devices = new ArrayList<PlannedDevice>();
    devices.add(whole(gpu));
    for (var profile : H200.PROFILES) {
      for (int start : profile.starts()) {
        devices.add(partition(gpu, profile, start));
      }
    }
    return devices;
  }

  private static PlannedDevice whole(GpuNode.Gpu gpu) {
    var traits = capacities(Traits.named("gpu").string("type", "gpu"), H200.WHOLE);
    var own = Traits.named("own").string("uuid", gpu.uuid()).number("index", gpu.index());
    return new PlannedDevice(
        nameOf(gpu),
        List.of(PRODUCT, traits, place(gpu)),
        own,
        nameOf(gpu),
        List.of(engines("gpu", H200.WHOLE), memorySlices(0, H200.MEMORY_SLICES)),
        "gpu");
  }

  /** A partition has no UUID of its own before it is made, and it is made when it is allocated. */
  private static PlannedDevice partition(GpuNode.Gpu gpu, MigProfile profile, int start) {
    return new PlannedDevice(
        "%s-mig-%s-%d".formatted(nameOf(gpu), profile.label(), start),
        List.of(PRODUCT, traits(profile), place(gpu), parent(gpu)),
        Traits.named("own").number("placementStart", start),
        nameOf(gpu),
        List.of(
            engines("mig-" + profile.label(), profile.engines()),
            memorySlices(start, profile.memorySlices())),
        "mig");
  }

  private static Traits traits(MigProfile profile) {
    var traits =
        Traits.named("mig-" + profile.label())
            .string("type", "mig")
            .string("profile", profile.name())
            .number("placementSize", profile.memorySlices());
    return capacities(traits, profile.engines());
  }

  private static Traits place(GpuNode.Gpu gpu) {
    return Traits.named("at-" + nameOf(gpu))
        .string("resource.kubernetes.io/pciBusID", gpu.pciBusId())
        .string("resource.kubernetes.io/pcieRoot", gpu.pcieRoot())
        .number("resource.kubernetes.io/numaNode", gpu.numaNode());
  }

  private static Traits parent(GpuNode.Gpu gpu) {
    return Traits.named("part-of-" + nameOf(gpu))
        .string("parentUUID", gpu.uuid())
        .number("parentIndex", gpu.index());
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

  /** Counters of which nothing is there or consumed are left out. */
  private static Amounts engines(String name, Engines engines) {
    var counters = new LinkedHashMap<String, Counter>();
    counters.put("memory", Counter.of(mebibytes(engines.memoryMebibytes())));
    put("compute-slices", engines.computeSlices(), counters);
    put("multiprocessors", engines.multiprocessors(), counters);
    put("copy-engines", engines.copyEngines(), counters);
    put("decoders", engines.decoders(), counters);
    put("encoders", engines.encoders(), counters);
    put("jpeg-engines", engines.jpegEngines(), counters);
    put("ofa-engines", engines.ofaEngines(), counters);
    return new Amounts(name, counters);
  }

  private static void put(String name, int units, Map<String, Counter> counters) {
    if (units > 0) {
      counters.put(name, Counter.of(units(units)));
    }
  }

  /** A counter for each memory slice, because partitions must not overlap and not only fit. */
  private static Amounts memorySlices(int first, int count) {
    var counters = new LinkedHashMap<String, Counter>();
    for (int slice = first; slice < first + count; slice++) {
      put("memory-slice-" + slice, 1, counters);
    }
    var name =
        count == 1
            ? "memory-slice-" + first
            : "memory-slices-%d-%d".formatted(first, first + count - 1);
    return new Amounts(name, counters);
  }

  private static Quantity units(long count) {
    return Quantity.of(count, Quantity.Format.DECIMAL_SI);
  }

  private static Quantity mebibytes(long count) {
    return Quantity.of(count << 20, Quantity.Format.BINARY_SI);
  }
}
