package dev.dray.selector;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.selector.EntryName.DomainName;
import dev.dray.selector.EntryName.Part;
import dev.dray.selector.ReadSet.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** Devices taken apart by the definition of read sets, without any table. */
final class Sights {
  private Sights() {}

  /** The entries of a device, a qualified spelling before a bare one. */
  static Map<EntryName, Object> entries(CelDevice device) {
    var all = new TreeMap<EntryName, Object>();
    put(Part.ATTRIBUTES, device.attributes(), device.driver(), all);
    put(Part.CAPACITY, device.capacity(), device.driver(), all);
    return all;
  }

  private static void put(
      Part part, Map<String, ?> from, String driver, Map<EntryName, Object> all) {
    from.forEach((name, value) -> all.putIfAbsent(EntryName.of(part, name, driver), value));
    from.forEach(
        (name, value) -> {
          if (name.contains("/")) {
            all.put(EntryName.of(part, name, driver), value);
          }
        });
  }

  /** All that the read set covers of the device. */
  static List<Object> sight(CelDevice device, ReadSet reads) {
    var seen = new ArrayList<Object>();
    seen.add(reads.reads(Field.DRIVER) ? device.driver() : "");
    seen.add(reads.reads(Field.ALLOW_MULTIPLE_ALLOCATIONS) && device.allowMultipleAllocations());
    var entries = entries(device);
    entries.forEach(
        (name, value) -> {
          if (reads.reads(name)) {
            seen.add(name);
            seen.add(value instanceof DeviceCapacity it ? new Cell.Amount(it.value()) : value);
          }
        });
    reads.presences().forEach(domain -> seen.add(has(entries, domain)));
    entries.forEach(
        (name, value) -> {
          if (value instanceof DeviceAttribute.Malformed) {
            seen.add("malformed " + spelling(device, name));
          }
        });
    return seen;
  }

  private static String spelling(CelDevice device, EntryName name) {
    return device.attributes().containsKey(name.qualified()) ? name.qualified() : name.id();
  }

  private static boolean has(Map<EntryName, Object> entries, DomainName domain) {
    return entries.keySet().stream().anyMatch(name -> name.domainName().equals(domain));
  }

  /** The one device with everything that is not read taken from the other. */
  static CelDevice mixed(CelDevice read, CelDevice unread, ReadSet reads, Random random) {
    var one = entries(read);
    var two = entries(unread);
    var mixed = new TreeMap<EntryName, Object>();
    var names = new TreeSet<>(one.keySet());
    names.addAll(two.keySet());
    for (var name : names) {
      var from = reads.reads(name) ? one : two;
      if (from.containsKey(name)) {
        mixed.put(name, from.get(name));
      }
    }
    for (var domain : reads.presences()) {
      if (!has(one, domain)) {
        mixed.keySet().removeIf(name -> name.domainName().equals(domain));
      } else if (!has(mixed, domain)) {
        mixed.put(domain.entry("filler" + random.nextInt(3)), filler(domain.part()));
      }
    }
    return device(
        reads.reads(Field.DRIVER) ? read.driver() : unread.driver(),
        mixed,
        reads.reads(Field.ALLOW_MULTIPLE_ALLOCATIONS) ? read : unread);
  }

  private static Object filler(Part part) {
    return switch (part) {
      case ATTRIBUTES -> new DeviceAttribute.IntValue(7);
      case CAPACITY -> new DeviceCapacity(Quantity.parse("7"), Optional.empty());
    };
  }

  private static CelDevice device(String driver, Map<EntryName, Object> entries, CelDevice flags) {
    var attributes = new TreeMap<String, DeviceAttribute>();
    var capacity = new TreeMap<String, DeviceCapacity>();
    entries.forEach(
        (name, value) -> {
          switch (value) {
            case DeviceAttribute attribute -> attributes.put(name.qualified(), attribute);
            case DeviceCapacity amount -> capacity.put(name.qualified(), amount);
            default -> throw new IllegalArgumentException(value.toString());
          }
        });
    return new CelDevice(driver, attributes, capacity, flags.allowMultipleAllocations());
  }

  static boolean isWellFormed(CelDevice device) {
    return device.attributes().values().stream()
        .noneMatch(it -> it instanceof DeviceAttribute.Malformed);
  }
}
