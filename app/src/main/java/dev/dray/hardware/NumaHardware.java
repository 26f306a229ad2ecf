package dev.dray.hardware;

import java.util.ArrayList;
import java.util.List;

/**
 * A node with two NUMA nodes, three PCIe roots on each, and GPUs and network cards at four of them.
 *
 * <p>CPUs and memory belong to a NUMA node and are requested at a PCIe root, with which they are to
 * be aligned: three roots draw on one budget, each as much as a claim requests (KEP-5941).
 */
record NumaHardware() implements Hardware {
  public static final String CPU_DRIVER = "cpu.example.com";
  public static final String GPU_DRIVER = "gpu.example.com";
  public static final String NIC_DRIVER = "nic.example.com";

  private static final List<Root> ROOTS =
      List.of(
          new Root("00", 0, false),
          new Root("17", 0, true),
          new Root("3a", 0, true),
          new Root("85", 1, false),
          new Root("ae", 1, true),
          new Root("d7", 1, true));

  /** A PCIe root; some have cards behind them. */
  private record Root(String bus, int numaNode, boolean cards) {
    Traits traits() {
      return Traits.named("at-root-" + bus)
          .string("resource.kubernetes.io/pcieRoot", "pci0000:" + bus)
          .number("resource.kubernetes.io/numaNode", numaNode);
    }

    /** Returns the address of a card behind the root, one bus further for each. */
    String address(int card) {
      return "0000:%02x:00.0".formatted(Integer.parseInt(bus, 16) + card);
    }
  }

  @Override
  public String nodePrefix() {
    return "numa";
  }

  @Override
  public String setting() {
    return "numa.yaml";
  }

  @Override
  public List<PlannedPool> pools(String node, Serials serials) {
    return List.of(cpus(node), gpus(node, serials), nics(node, serials));
  }

  private static PlannedPool cpus(String node) {
    var available =
        CounterAmounts.named("numa-node")
            .shareable("cpus", "52", "1", "1", "1")
            .shareable("memory", "192Gi", "1Gi", "256Mi", "256Mi");
    var asked =
        CounterAmounts.named("as-requested")
            .asRequested("cpus", CPU_DRIVER + "/cpus")
            .asRequested("memory", CPU_DRIVER + "/memory");
    var roots = new ArrayList<List<PlannedDevice>>();
    for (var root : ROOTS) {
      roots.add(
          List.of(
              new PlannedDevice(
                  "root-" + root.bus(),
                  List.of(root.traits()),
                  Traits.named("own"),
                  List.of(PlannedDraw.shared("numa-" + root.numaNode(), List.of(asked), List.of())),
                  PlannedDevice.Allocations.MANY)));
    }
    var sets = List.of(new PlannedSet("numa-0", available), new PlannedSet("numa-1", available));
    return new PlannedPool(CPU_DRIVER, node, sets, roots);
  }

  private static PlannedPool gpus(String node, Serials serials) {
    var product =
        Traits.named("gpu")
            .string("productName", "NVIDIA L40S")
            .string("architecture", "Ada Lovelace")
            .capacity("memory", "46068Mi")
            .capacity("multiprocessors", "142");
    var gpus = new ArrayList<List<PlannedDevice>>();
    for (var root : withCards()) {
      var name = "gpu-" + gpus.size();
      var own =
          Traits.named("own")
              .string("uuid", "GPU-" + serials.uuid(node, name))
              .string("resource.kubernetes.io/pciBusID", root.address(1));
      gpus.add(List.of(card(name, product, root, own)));
    }
    return new PlannedPool(GPU_DRIVER, node, List.of(), gpus);
  }

  private static PlannedPool nics(String node, Serials serials) {
    var product =
        Traits.named("nic")
            .string("productName", "ConnectX-7")
            .bool("rdma", true)
            .capacity("bandwidth", "200G");
    var nics = new ArrayList<List<PlannedDevice>>();
    for (var root : withCards()) {
      var name = "nic-" + nics.size();
      var own =
          Traits.named("own")
              .string("mac", serials.mac(node, name))
              .string("resource.kubernetes.io/pciBusID", root.address(2));
      nics.add(List.of(card(name, product, root, own)));
    }
    return new PlannedPool(NIC_DRIVER, node, List.of(), nics);
  }

  private static List<Root> withCards() {
    return ROOTS.stream().filter(Root::cards).toList();
  }

  private static PlannedDevice card(String name, Traits product, Root root, Traits own) {
    return new PlannedDevice(
        name, List.of(product, root.traits()), own, List.of(), PlannedDevice.Allocations.ONE);
  }
}
