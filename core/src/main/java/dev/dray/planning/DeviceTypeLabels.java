package dev.dray.planning;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The short names of device types that people know them by, no two the same. */
final class DeviceTypeLabels {
  /** The attributes that name a device type, the best first. */
  private static final List<String> NAMING =
      List.of("profile", "productname", "product", "model", "devicetype", "type", "family", "kind");

  private final List<DeviceType> kinds;

  private DeviceTypeLabels(List<DeviceType> kinds) {
    this.kinds = kinds;
  }

  /** Returns the names in the order of the types. */
  static List<String> of(List<DeviceType> kinds) {
    return new DeviceTypeLabels(kinds).labels();
  }

  private List<String> labels() {
    var byName = new LinkedHashMap<String, List<Integer>>();
    for (int i = 0; i < kinds.size(); i++) {
      byName.computeIfAbsent(name(kinds.get(i)), _ -> new ArrayList<>()).add(i);
    }
    var labels = new TreeMap<Integer, String>();
    byName.forEach((name, same) -> tellApart(name, same, labels));
    return List.copyOf(labels.values());
  }

  private static String name(DeviceType type) {
    for (var naming : NAMING) {
      for (var entry : type.attributes().entrySet()) {
        var id = entry.getKey().substring(entry.getKey().indexOf('/') + 1);
        if (id.toLowerCase(Locale.ROOT).equals(naming)) {
          return text(entry.getValue());
        }
      }
    }
    var first = type.attributes().entrySet().stream().findFirst();
    return first.map(it -> it.getKey() + " " + text(it.getValue())).orElse("device");
  }

  private void tellApart(String name, List<Integer> same, Map<Integer, String> labels) {
    var facts = same.stream().map(i -> facts(kinds.get(i))).toList();
    var telling = same.size() == 1 ? List.<String>of() : telling(facts);
    var given = new LinkedHashMap<String, Integer>();
    for (int i = 0; i < same.size(); i++) {
      var own = facts.get(i);
      var details =
          telling.stream()
              .map(fact -> Optional.ofNullable(own.get(fact)).map(it -> fact + " " + it))
              .map(it -> it.orElse(""))
              .filter(it -> !it.isEmpty())
              .toList();
      var label = details.isEmpty() ? name : "%s (%s)".formatted(name, String.join(", ", details));
      int times = given.merge(label, 1, Integer::sum);
      labels.put(same.get(i), times == 1 ? label : label + " #" + times);
    }
  }

  /** Returns the facts that tell types apart, no more of them than are needed. */
  private static List<String> telling(List<Map<String, String>> facts) {
    var names = new LinkedHashSet<String>();
    facts.forEach(own -> names.addAll(own.keySet()));
    var telling = new ArrayList<String>();
    int told = 1;
    for (var fact : names) {
      telling.add(fact);
      int now = distinct(facts, telling);
      if (now > told) {
        told = now;
      } else {
        telling.removeLast();
      }
    }
    return telling;
  }

  private static int distinct(List<Map<String, String>> facts, List<String> names) {
    Set<List<String>> different = new LinkedHashSet<>();
    facts.forEach(
        own -> different.add(names.stream().map(name -> own.getOrDefault(name, "")).toList()));
    return different.size();
  }

  /** Returns everything known of a type, in the order in which people look at it. */
  private static Map<String, String> facts(DeviceType type) {
    var facts = new LinkedHashMap<String, String>();
    var ordered = new TreeSet<String>(DeviceTypeLabels::byInterest);
    ordered.addAll(type.attributes().keySet());
    for (var name : ordered) {
      Optional.ofNullable(type.attributes().get(name)).ifPresent(it -> facts.put(name, text(it)));
    }
    type.capacity().forEach((name, capacity) -> facts.putIfAbsent(name, amount(capacity)));
    if (type.shareable()) {
      facts.put("shared", "by many");
    }
    type.draws()
        .forEach(
            draw -> {
              draw.amounts().forEach((name, all) -> facts.putIfAbsent(name, amounts(all)));
              if (!draw.groups().isEmpty()) {
                facts.putIfAbsent("group", String.join("+", draw.groups()));
              }
            });
    facts.put("driver", type.driver());
    return facts;
  }

  private static int byInterest(String a, String b) {
    int first = Integer.compare(interest(a), interest(b));
    return first == 0 ? a.compareTo(b) : first;
  }

  private static int interest(String name) {
    int at = NAMING.indexOf(name.substring(name.indexOf('/') + 1).toLowerCase(Locale.ROOT));
    return at < 0 ? NAMING.size() : at;
  }

  private static String amounts(List<Quantity> all) {
    return all.stream().map(Quantity::toString).collect(Collectors.joining("+"));
  }

  private static String amount(DeviceCapacity capacity) {
    return capacity.value().toString();
  }

  static String text(DeviceAttribute value) {
    return switch (value) {
      case DeviceAttribute.IntValue(var it) -> String.valueOf(it);
      case DeviceAttribute.BoolValue(var it) -> String.valueOf(it);
      case DeviceAttribute.StringValue(var it) -> it;
      case DeviceAttribute.VersionValue(var it) -> it;
      case DeviceAttribute.IntValues(var all) -> all.toString();
      case DeviceAttribute.BoolValues(var all) -> all.toString();
      case DeviceAttribute.StringValues(var all) -> all.toString();
      case DeviceAttribute.VersionValues(var all) -> all.toString();
      case DeviceAttribute.NullValue() -> "null";
      case DeviceAttribute.Malformed(var all) ->
          all.stream().map(DeviceTypeLabels::text).toList().toString();
    };
  }
}
