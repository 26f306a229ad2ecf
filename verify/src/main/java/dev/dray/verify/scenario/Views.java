package dev.dray.verify.scenario;

import dev.dray.api.meta.QualifiedName;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.inventory.Hidden;
import dev.dray.inventory.PoolGeneration;
import dev.dray.ledger.GroupState;
import dev.dray.ledger.PoolLoad;
import dev.dray.verify.scenario.Yamls.Line;
import java.util.LinkedHashMap;
import java.util.Map;

/** What can be seen of pools, as trees for {@link Yamls}. */
final class Views {
  private Views() {}

  static Map<String, Object> devices(Scheduler scheduler) {
    var pools = new LinkedHashMap<String, Object>();
    for (var pool : scheduler.snapshot().pools()) {
      var devices = new LinkedHashMap<String, Object>();
      var generation = pool.newest();
      for (int row = 0; row < generation.size(); row++) {
        devices.put(generation.name(row), new Line(device(generation, row)));
      }
      pools.put(pool.id().driver() + "/" + pool.id().pool(), devices);
    }
    return pools;
  }

  private static Map<String, Object> device(PoolGeneration generation, int row) {
    var device = new LinkedHashMap<String, Object>();
    var traits = generation.traits(generation.traitsNumber(row));
    traits.hidden().map(Hidden::explanation).ifPresent(it -> device.put("notOffered", it));
    var driver = generation.pool().driver();
    var attributes = new LinkedHashMap<String, Object>();
    generation
        .table()
        .device(row)
        .attributes()
        .forEach(
            (name, value) -> attributes.put(QualifiedName.shortest(name, driver), value(value)));
    put(device, "attributes", attributes);
    var capacity = new LinkedHashMap<String, Object>();
    traits.capacity().forEach((name, each) -> capacity.put(name, each.value().toString()));
    put(device, "capacity", capacity);
    if (!traits.taints().isEmpty()) {
      device.put("taints", traits.taints().stream().map(Views::taint).toList());
    }
    return device;
  }

  private static void put(Map<String, Object> map, String name, Map<String, Object> value) {
    if (!value.isEmpty()) {
      map.put(name, value);
    }
  }

  private static String taint(DeviceTaint taint) {
    return taint.key()
        + (taint.value().isEmpty() ? "" : "=" + taint.value())
        + ":"
        + taint.effect();
  }

  private static Object value(DeviceAttribute attribute) {
    return switch (attribute) {
      case DeviceAttribute.IntValue(var value) -> value;
      case DeviceAttribute.BoolValue(var value) -> value;
      case DeviceAttribute.StringValue(var value) -> value;
      case DeviceAttribute.VersionValue(var value) -> value;
      case DeviceAttribute.IntValues(var values) -> values;
      case DeviceAttribute.BoolValues(var values) -> values;
      case DeviceAttribute.StringValues(var values) -> values;
      case DeviceAttribute.VersionValues(var values) -> values;
      case DeviceAttribute.NullValue _, DeviceAttribute.Malformed _ -> attribute.toString();
    };
  }

  static Map<String, Object> left(Scheduler scheduler) {
    var pools = new LinkedHashMap<String, Object>();
    for (var pool : scheduler.snapshot().pools()) {
      var usage = scheduler.ledger().usage(pool.id());
      var load = PoolLoad.of(pool.newest(), usage, scheduler.gates());
      var left = new LinkedHashMap<String, Object>();
      sets(load, left);
      shared(load, left);
      put(pools, pool.id().driver() + "/" + pool.id().pool(), left);
    }
    return pools;
  }

  private static void sets(PoolLoad load, Map<String, Object> left) {
    var counters = load.generation().counters();
    for (int set = 0; set < counters.sets(); set++) {
      var rest = new LinkedHashMap<String, Object>();
      for (int counter = 0; counter < counters.size(); counter++) {
        if (counters.setOf(counter) == set) {
          rest.put(counters.name(counter), of(load.rest(counter), counters.total(counter)));
        }
      }
      if (declaresGroups(load.generation()) || load.groups(set) instanceof GroupState.Of) {
        groups(load.groups(set), rest);
      }
      left.put(counters.setName(set), new Line(rest));
    }
  }

  private static boolean declaresGroups(PoolGeneration generation) {
    for (int number = 0; number < generation.distinctTraits(); number++) {
      if (generation.traits(number).consumptions().stream()
          .anyMatch(it -> !it.groups().isEmpty())) {
        return true;
      }
    }
    return false;
  }

  private static void groups(GroupState state, Map<String, Object> rest) {
    switch (state) {
      case GroupState.None _ -> {}
      case GroupState.Empty _ -> rest.put("open to", "devices without groups");
      case GroupState.Of(var groups) ->
          rest.put("open to", "groups " + String.join(" or ", groups));
      case GroupState.Blocked _ -> rest.put("open to", "nobody");
    }
  }

  private static void shared(PoolLoad load, Map<String, Object> left) {
    var generation = load.generation();
    for (int row = 0; row < generation.size(); row++) {
      var capacity = generation.traits(generation.traitsNumber(row)).capacity();
      if (load.shared(row) && !capacity.isEmpty()) {
        var rest = new LinkedHashMap<String, Object>();
        for (var entry : capacity.entrySet()) {
          var total = entry.getValue().value();
          var consumed = load.consumed(row, entry.getKey());
          rest.put(entry.getKey(), of(total.subtract(consumed), total));
        }
        left.put(generation.name(row), new Line(rest));
      }
    }
  }

  private static String of(Quantity rest, Quantity total) {
    return rest + " of " + total;
  }
}
