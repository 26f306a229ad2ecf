package dev.dray.verify.hardware;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A node and the GPUs that are plugged into it. */
public record GpuNode(String name, List<Gpu> gpus) {
  private static final List<String> BUSES = List.of("18", "2a", "3a", "5d", "9a", "ab", "ba", "db");
  private static final List<String> ROOTS = List.of("15", "26", "37", "59", "97", "a7", "b7", "d7");

  public GpuNode {
    requireNonNull(name, "name");
    gpus = List.copyOf(gpus);
  }

  /**
   * One GPU.
   *
   * @param uuid as NVML gives it, for example {@code GPU-4c3f…}
   * @param pciBusId its address, for example {@code 0000:18:00.0}
   * @param pcieRoot the root complex it hangs on, for example {@code pci0000:15}
   */
  public record Gpu(int index, String uuid, String pciBusId, String pcieRoot, int numaNode) {
    public Gpu {
      requireNonNull(uuid, "uuid");
      requireNonNull(pciBusId, "pciBusId");
      requireNonNull(pcieRoot, "pcieRoot");
    }
  }

  /** A node of the usual build: eight GPUs on eight PCIe roots, four to a NUMA node. */
  public static GpuNode ofEight(String name) {
    var gpus = new ArrayList<Gpu>();
    for (int index = 0; index < BUSES.size(); index++) {
      gpus.add(
          new Gpu(
              index,
              uuid(name, index),
              "0000:%s:00.0".formatted(BUSES.get(index)),
              "pci0000:" + ROOTS.get(index),
              index / 4));
    }
    return new GpuNode(name, gpus);
  }

  /** Made up from the name of the node, so that every run and every node has its own. */
  private static String uuid(String node, int index) {
    return "GPU-" + UUID.nameUUIDFromBytes("%s/%d".formatted(node, index).getBytes(UTF_8));
  }
}
