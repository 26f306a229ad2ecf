package dev.dray.hardware;

import dev.dray.api.meta.Quantity;
import java.util.ArrayList;
import java.util.List;

/**
 * A node with a two-port network card; a port can be allocated as a whole or in functions.
 *
 * <p>A port (physical function, PF) has 100 Gbit/s, which its virtual functions (VFs) share: each
 * consumes as much as its claim requests (KEP-5941). A claim for the port itself takes all of it.
 */
record SriovHardware(int functions) implements Hardware {
  public static final String DRIVER = "sriovnetwork.k8snetworkplumbingwg.io";
  public static final int MOST = 64;

  private static final int PORTS = 2;
  private static final String BANDWIDTH = DRIVER + "/bandwidth";
  private static final Quantity ONE = Quantity.parse("1");

  private static final Traits CARD =
      Traits.named("card")
          .string("vendor", "15b3")
          .string("productName", "ConnectX-6 Dx")
          .string("resource.kubernetes.io/pcieRoot", "pci0000:3a")
          .number("resource.kubernetes.io/numaNode", 0);

  public SriovHardware {
    if (functions < 1 || functions > MOST) {
      throw new IllegalArgumentException(
          "A port must have 1 to %d functions, got (%d).".formatted(MOST, functions));
    }
  }

  @Override
  public String nodePrefix() {
    return "sriov";
  }

  @Override
  public String setting() {
    return "sriov.yaml";
  }

  @Override
  public List<PlannedPool> pools(String node, Serials serials) {
    var sets = new ArrayList<PlannedSet>();
    var units = new ArrayList<List<PlannedDevice>>();
    for (int port = 0; port < PORTS; port++) {
      sets.add(new PlannedSet("pf-" + port, available()));
      units.add(List.of(port(port, node, serials)));
      for (int function = 0; function < functions; function++) {
        units.add(List.of(function(port, function, node, serials)));
      }
    }
    return List.of(new PlannedPool(DRIVER, node, sets, units));
  }

  private CounterAmounts available() {
    return CounterAmounts.named("port")
        .shareable("bandwidth", "100G", "1G", "100M", "100M")
        .counter("functions", Quantity.parse(String.valueOf(functions)));
  }

  private PlannedDevice port(int port, String node, Serials serials) {
    var whole =
        CounterAmounts.named("whole-port")
            .counter("bandwidth", Quantity.parse("100G"))
            .counter("functions", Quantity.parse(String.valueOf(functions)));
    var name = "pf-" + port;
    return new PlannedDevice(
        name,
        List.of(CARD, Traits.named("pf").string("type", "pf").string("deviceID", "101d")),
        Traits.named("own")
            .string("interfaceName", "ens2f%dnp%d".formatted(port, port))
            .string("resource.kubernetes.io/pciBusID", "0000:3b:00.%d".formatted(port))
            .string("mac", serials.mac(node, name)),
        List.of(PlannedDraw.shared(name, List.of(whole), List.of("pf"))),
        PlannedDevice.Allocations.ONE);
  }

  private static PlannedDevice function(int port, int function, String node, Serials serials) {
    var share =
        CounterAmounts.named("share-of-port")
            .asRequested("bandwidth", BANDWIDTH)
            .counter("functions", ONE);
    var name = "pf-%d-vf-%d".formatted(port, function);
    return new PlannedDevice(
        name,
        List.of(CARD, vf(), parent(port)),
        Traits.named("own")
            .number("index", function)
            .string("interfaceName", "ens2f%dv%d".formatted(port, function))
            .string("resource.kubernetes.io/pciBusID", address(port, function))
            .string("mac", serials.mac(node, name)),
        List.of(PlannedDraw.shared("pf-" + port, List.of(share), List.of("vf"))),
        PlannedDevice.Allocations.ONE);
  }

  private static Traits vf() {
    return Traits.named("vf").string("type", "vf").string("deviceID", "101e");
  }

  private static Traits parent(int port) {
    return Traits.named("of-pf-" + port).string("parent", "pf-" + port);
  }

  /**
   * Returns the PCI address of a function: they follow the ports of their card, eight to a device
   * number.
   */
  private static String address(int port, int function) {
    int number = PORTS + port * MOST + function;
    return "0000:3b:%02x.%d".formatted(number / 8, number % 8);
  }
}
