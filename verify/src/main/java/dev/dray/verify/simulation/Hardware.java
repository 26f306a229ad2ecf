package dev.dray.verify.simulation;

import dev.dray.api.json.Json;
import dev.dray.verify.reference.Dice;
import java.util.ArrayList;
import java.util.List;

/**
 * The devices of one pool, as its driver publishes them: small, and with all that makes devices
 * hard to share out.
 */
final class Hardware {
  /** What sorts of devices there are; each has a driver and a class. */
  enum Sort {
    /** Cards that are whole, or in partitions of one of two schemes. */
    GPU("gpu"),
    /** Ports whose bandwidth virtual functions share, as much as is asked for. */
    NIC("nic"),
    /** Devices that many may have a share of. */
    SHARE("share"),
    /** Devices that one has or another. */
    PLAIN("plain"),
    /** The same, in the network. */
    FABRIC("fabric");

    private final String name;

    Sort(String name) {
      this.name = name;
    }

    String className() {
      return name;
    }

    String driver() {
      return name + ".example.com";
    }
  }

  private final Sort sort;
  private final String pool;
  private final Json.Obj place;
  private final Dice dice;
  private final boolean mixins;
  private int units;
  private int strength;
  private long generation;

  /**
   * @param place which nodes the devices are for, as a slice says it
   */
  Hardware(Sort sort, String pool, Json.Obj place, Dice dice) {
    this.sort = sort;
    this.pool = pool;
    this.place = place;
    this.dice = dice;
    this.mixins = dice.percent(50);
    change();
  }

  Sort sort() {
    return sort;
  }

  String pool() {
    return pool;
  }

  long generation() {
    return generation;
  }

  /** Other devices than before, or as many as before. */
  void change() {
    units = dice.between(1, 2);
    strength = dice.between(3, 5);
  }

  /** All slices of a new generation. */
  List<Json.Obj> nextGeneration() {
    generation++;
    return switch (sort) {
      case GPU -> List.of(slice(2, 0, cards()), slice(2, 1, partitions()));
      case NIC -> List.of(slice(2, 0, ports()), slice(2, 1, functions()));
      case SHARE -> List.of(slice(1, 0, Json.obj("devices", Json.of(shares()))));
      case PLAIN, FABRIC -> plain();
    };
  }

  private Json.Obj slice(int count, int index, Json.Obj content) {
    var spec =
        Json.obj(
            "driver",
            sort.driver(),
            "pool",
            Json.obj("name", pool, "generation", generation, "resourceSliceCount", count));
    for (var part : List.of(place, content)) {
      for (var field : part.fields().entrySet()) {
        spec = spec.with(field.getKey(), field.getValue());
      }
    }
    return Json.obj(
        "apiVersion",
        "resource.k8s.io/v1",
        "kind",
        "ResourceSlice",
        "metadata",
        Json.obj(
            "name",
            "%s-%s-%d-%d".formatted(pool, sort.className(), generation, index),
            "labels",
            Json.obj("pool", pool + "-" + sort.className())),
        "spec",
        spec);
  }

  private static Json.Obj amount(int value) {
    return Json.obj("value", Integer.toString(value));
  }

  /** Each card has as much memory as it is strong, and one engine for each unit of it. */
  private Json.Obj cards() {
    var counters = Json.obj("memory", amount(strength), "engines", amount(strength));
    return counterSets("card", "gpu-", counters);
  }

  private Json.Obj counterSets(String mixin, String prefix, Json.Obj counters) {
    var sets = new ArrayList<Json>();
    for (int i = 0; i < units; i++) {
      sets.add(
          mixins
              ? Json.obj("name", prefix + i, "includes", Json.strings(List.of(mixin)))
              : Json.obj("name", prefix + i, "counters", counters));
    }
    var content = Json.obj("sharedCounters", Json.of(sets));
    return mixins
        ? content.with(
            "mixins",
            Json.obj("counterSet", Json.Arr.of(Json.obj("name", mixin, "counters", counters))))
        : content;
  }

  private Json.Obj partitions() {
    var devices = new ArrayList<Json>();
    for (int card = 0; card < units; card++) {
      devices.add(partition(card, "full", 0, strength, strength, List.of()));
      for (int i = 0; i < 3; i++) {
        devices.add(partition(card, "mig", i, 1, 1, List.of("mig")));
      }
      devices.add(partition(card, "half", 0, 2, 2, List.of("mig")));
      for (int i = 0; i < 2; i++) {
        devices.add(partition(card, "vgpu", i, 2, 1, List.of("vgpu")));
      }
    }
    var content = Json.obj("devices", Json.of(devices));
    return mixins
        ? content.with(
            "mixins",
            Json.obj(
                "device",
                Json.Arr.of(
                    Json.obj(
                        "name",
                        "common",
                        "attributes",
                        Json.obj("vendor", Json.obj("string", "example"))))))
        : content;
  }

  private Json.Obj partition(
      int card, String type, int index, int memory, int engines, List<String> groups) {
    var draws =
        Json.obj(
            "counterSet",
            "gpu-" + card,
            "counters",
            Json.obj("memory", amount(memory), "engines", amount(engines)));
    var device =
        Json.obj(
            "name",
            "gpu-%d-%s-%d".formatted(card, type, index),
            "attributes",
            Json.obj("type", Json.obj("string", type), "card", Json.obj("int", card)),
            "consumesCounters",
            Json.Arr.of(
                groups.isEmpty()
                    ? draws
                    : draws.with("compatibilityGroups", Json.strings(groups))));
    return mixins ? device.with("includes", Json.strings(List.of("common"))) : device;
  }

  private Json.Obj ports() {
    var bandwidth =
        amount(strength)
            .with(
                "requestPolicy",
                Json.obj("default", "1", "validRange", Json.obj("min", "1", "step", "1")));
    return counterSets("port", "pf-", Json.obj("bandwidth", bandwidth));
  }

  private Json.Obj functions() {
    var asRequested =
        Json.obj(
            "bandwidth",
            Json.obj("valueFrom", Json.obj("capacityKey", sort.driver() + "/bandwidth")));
    var devices = new ArrayList<Json>();
    for (int port = 0; port < units; port++) {
      for (int i = 0; i < 3; i++) {
        var draws = Json.obj("counterSet", "pf-" + port);
        devices.add(
            Json.obj(
                "name",
                "vf-%d-%d".formatted(port, i),
                "attributes",
                Json.obj("port", Json.obj("int", port)),
                "consumesCounters",
                Json.Arr.of(
                    mixins
                        ? draws.with("includes", Json.strings(List.of("as-requested")))
                        : draws.with("counters", asRequested))));
      }
    }
    var content = Json.obj("devices", Json.of(devices));
    return mixins
        ? content.with(
            "mixins",
            Json.obj(
                "deviceCounterConsumption",
                Json.Arr.of(Json.obj("name", "as-requested", "counters", asRequested))))
        : content;
  }

  private List<Json> shares() {
    var devices = new ArrayList<Json>();
    for (int i = 0; i < units; i++) {
      devices.add(
          Json.obj(
              "name",
              "share-" + i,
              "allowMultipleAllocations",
              true,
              "capacity",
              Json.obj(
                  "memory",
                  amount(strength)
                      .with(
                          "requestPolicy",
                          Json.obj(
                              "default", "1", "validRange", Json.obj("min", "1", "step", "1"))))));
    }
    return devices;
  }

  /** In one slice, or in as many as there are devices. */
  private List<Json.Obj> plain() {
    var devices = new ArrayList<Json>();
    for (int i = 0; i < units + 1; i++) {
      devices.add(
          Json.obj("name", "plain-" + i, "attributes", Json.obj("numa", Json.obj("int", i % 2))));
    }
    if (!mixins) {
      return List.of(slice(1, 0, Json.obj("devices", Json.of(devices))));
    }
    var slices = new ArrayList<Json.Obj>();
    for (int i = 0; i < devices.size(); i++) {
      slices.add(slice(devices.size(), i, Json.obj("devices", Json.Arr.of(devices.get(i)))));
    }
    return slices;
  }
}
