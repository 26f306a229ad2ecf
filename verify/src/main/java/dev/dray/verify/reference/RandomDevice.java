package dev.dray.verify.reference;

import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterValueFrom;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.resource.device.DeviceCounterConsumptionMixin;
import dev.dray.api.resource.device.DeviceMixin;
import dev.dray.api.resource.device.DeviceTaint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Devices of one slice, and the mixins that some of them include. */
final class RandomDevice {
  static final List<String> CAPACITIES = List.of("bw", "mem");

  private final Dice dice;
  private final String driver;
  private final List<String> setNames;
  private final RandomAmounts amounts;
  private final boolean mixins;
  private final boolean groups;
  private final boolean onRequest;

  RandomDevice(Dice dice, String driver, List<String> setNames, boolean mixins) {
    this.dice = dice;
    this.driver = driver;
    this.setNames = setNames;
    this.amounts = new RandomAmounts(dice);
    this.mixins = mixins;
    this.groups = dice.percent(45);
    this.onRequest = dice.percent(45);
  }

  ResourceSliceMixins mixins() {
    return new ResourceSliceMixins(
        List.of(
            new DeviceMixin("m0", attributes(3), Map.of()),
            new DeviceMixin("m1", attributes(2), capacity(1, false))),
        List.of(new DeviceCounterConsumptionMixin("c0", consumed())),
        List.of());
  }

  Device device(String name) {
    boolean shareable = dice.percent(40);
    boolean includes = mixins && dice.percent(60);
    boolean binding = dice.percent(7);
    return new Device(
        name,
        includes ? dice.some(dice.between(1, 2), deviceMixins()) : List.of(),
        attributes(includes ? 2 : 5),
        capacity(dice.pick(List.of(0, 1, 2, 2, 2)), shareable),
        consumptions(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        taints(),
        dice.maybe(binding ? 50 : 0, () -> true),
        binding ? List.of("Ready") : List.of(),
        binding && dice.percent(50) ? List.of("Broken") : List.of(),
        shareable ? Optional.of(true) : dice.maybe(10, () -> false),
        Map.of());
  }

  private List<String> deviceMixins() {
    return dice.percent(3) ? List.of("m0", "missing") : List.of("m0", "m1");
  }

  /** Either spelling; rarely, an entry gets a twin in the other one. */
  private <V> void put(Map<String, V> map, String name, V value, V twin) {
    boolean qualified = dice.percent(25);
    map.put(qualified ? driver + "/" + name : name, value);
    if (dice.percent(2)) {
      map.put(qualified ? name : driver + "/" + name, twin);
    }
  }

  private Map<String, DeviceAttribute> attributes(int most) {
    var attributes = new TreeMap<String, DeviceAttribute>();
    var names = List.of("model", "numa", "links", "ver", "ok");
    for (var name : dice.some(dice.between(Math.min(4, most), most), names)) {
      put(attributes, name, attribute(name), attribute(name));
    }
    if (dice.percent(60)) {
      attributes.put(
          "example.com/rack", new DeviceAttribute.StringValue(dice.pick(List.of("r1", "r2"))));
    }
    return attributes;
  }

  DeviceAttribute attribute(String name) {
    return switch (name) {
      case "model" -> new DeviceAttribute.StringValue(dice.pick(List.of("a", "a", "b")));
      case "numa" ->
          dice.percent(30)
              ? new DeviceAttribute.IntValues(dice.some(2, List.of(0L, 1L, 2L)))
              : new DeviceAttribute.IntValue(dice.between(0, 1));
      case "links" ->
          new DeviceAttribute.StringValues(dice.some(dice.between(1, 2), List.of("x", "y", "z")));
      case "ver" ->
          new DeviceAttribute.VersionValue(
              dice.oneIn(400) ? "1.x" : dice.pick(List.of("1.0.0", "2.1.0")));
      default -> new DeviceAttribute.BoolValue(dice.percent(60));
    };
  }

  private Map<String, DeviceCapacity> capacity(int count, boolean shareable) {
    var capacity = new TreeMap<String, DeviceCapacity>();
    for (var name : dice.some(count, CAPACITIES)) {
      put(capacity, name, capacity(shareable), capacity(shareable));
    }
    return capacity;
  }

  private DeviceCapacity capacity(boolean shareable) {
    int units = dice.between(3, 9);
    return new DeviceCapacity(
        RandomAmounts.of(units), dice.maybe(shareable ? 60 : 0, () -> amounts.policy(units)));
  }

  private List<DeviceCounterConsumption> consumptions() {
    if (setNames.isEmpty() || dice.percent(15)) {
      return List.of();
    }
    var consumptions = new ArrayList<DeviceCounterConsumption>();
    for (var set : dice.some(dice.between(1, 2), setNames)) {
      boolean includes = mixins && dice.percent(40);
      consumptions.add(
          new DeviceCounterConsumption(
              dice.oneIn(400) ? "unknown" : set,
              includes ? List.of(dice.percent(3) ? "missing" : "c0") : List.of(),
              includes && dice.percent(50) ? Map.of() : consumed(),
              groups
                  ? dice.some(dice.pick(List.of(0, 1, 1, 2, 2)), List.of("ga", "gb", "gc"))
                  : List.of()));
    }
    return consumptions;
  }

  private Map<String, Counter> consumed() {
    var consumed = new TreeMap<String, Counter>();
    for (var name : dice.some(dice.between(1, 2), RandomPool.COUNTERS)) {
      consumed.put(dice.oneIn(400) ? "unknown" : name, consumed(name));
    }
    return consumed;
  }

  private Counter consumed(String name) {
    if (!onRequest || dice.percent(40)) {
      return Counter.of(amounts.between(0, 3));
    }
    var key = name.equals("eng") ? dice.pick(List.of("bw", "vf")) : "mem";
    return new Counter(
        Optional.empty(),
        Optional.empty(),
        Optional.of(new CounterValueFrom(dice.percent(50) ? driver + "/" + key : key)));
  }

  private List<DeviceTaint> taints() {
    return dice.percent(8) ? List.of(taint()) : List.of();
  }

  DeviceTaint taint() {
    return new DeviceTaint(
        dice.pick(List.of("t1", "t2")),
        dice.pick(List.of("", "v")),
        dice.pick(List.of("NoSchedule", "NoExecute", "None")),
        Optional.empty());
  }
}
