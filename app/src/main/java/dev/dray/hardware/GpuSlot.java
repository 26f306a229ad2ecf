package dev.dray.hardware;

import java.util.List;

/**
 * The slot of a GPU in a node.
 *
 * @param pciBusId the PCI address, for example {@code 0000:18:00.0}
 * @param pcieRoot the PCIe root complex, for example {@code pci0000:15}
 */
record GpuSlot(int index, String pciBusId, String pcieRoot, int numaNode) {

  /** The usual build: eight GPUs on eight PCIe roots, four to a NUMA node. */
  static final List<GpuSlot> EIGHT =
      List.of(
          slot(0, "18", "15"),
          slot(1, "2a", "26"),
          slot(2, "3a", "37"),
          slot(3, "5d", "59"),
          slot(4, "9a", "97"),
          slot(5, "ab", "a7"),
          slot(6, "ba", "b7"),
          slot(7, "db", "d7"));

  private static GpuSlot slot(int index, String bus, String root) {
    return new GpuSlot(index, "0000:%s:00.0".formatted(bus), "pci0000:" + root, index / 4);
  }

  /** Returns the name of the GPU as a device, and of its counter set. */
  String device() {
    return "gpu-" + index;
  }

  Traits traits() {
    return Traits.named("at-" + device())
        .string("resource.kubernetes.io/pciBusID", pciBusId)
        .string("resource.kubernetes.io/pcieRoot", pcieRoot)
        .number("resource.kubernetes.io/numaNode", numaNode);
  }
}
