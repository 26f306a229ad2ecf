package dev.dray.verify.reference;

import dev.dray.api.gate.Gate;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DevicePatch;
import dev.dray.api.resource.DevicePatchFilter;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.selector.Match;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Applies the patches of administrators to flat devices; filters see the unpatched device. */
final class Patches {
  private static final int MAX_ENTRIES = 32;
  private static final int MAX_VALUES = 48;

  /** The winner first: by priority, then by age, then by name. */
  private static final Comparator<ResourceSlicePatch> WINNER_FIRST =
      Comparator.comparingInt(Patches::priority)
          .reversed()
          .thenComparing(patch -> patch.metadata().creationTimestamp().orElse(Instant.MIN))
          .thenComparing(patch -> patch.metadata().name());

  private final World world;
  private final Rules rules;
  private final Expressions expressions;
  private final List<ResourceSlicePatch> winnerFirst;

  Patches(World world, Rules rules, Expressions expressions) {
    this.world = world;
    this.rules = rules;
    this.expressions = expressions;
    this.winnerFirst =
        rules.on(Gate.DRA_ADMIN_CONTROLLED_DEVICE_ATTRIBUTES)
            ? world.patches().stream().sorted(WINNER_FIRST).toList()
            : List.of();
  }

  private static int priority(ResourceSlicePatch patch) {
    return patch.spec().devices().priority().orElse(0);
  }

  EffectiveDevice applied(EffectiveDevice flat) {
    SortedMap<String, DeviceAttribute> attributes = flat.attributes();
    SortedMap<String, DeviceCapacity> capacity = flat.capacity();
    var decided = new HashSet<String>();
    for (var patch : winnerFirst) {
      var devices = patch.spec().devices();
      if (passes(devices, flat)) {
        var nextAttributes = patchedAttributes(attributes, devices, flat.driver(), decided);
        var nextCapacity = patchedCapacity(capacity, devices, flat, decided);
        if (!exceeds(nextAttributes, nextCapacity, attributes, capacity)) {
          attributes = nextAttributes;
          capacity = nextCapacity;
          decide(devices, flat.driver(), decided);
        }
      }
    }
    return new EffectiveDevice(
        flat.name(),
        flat.slice(),
        flat.published(),
        attributes,
        capacity,
        flat.consumptions(),
        flat.taints(),
        flat.usesMixins(),
        flat.dangling());
  }

  private boolean passes(DevicePatch patch, EffectiveDevice flat) {
    return patch.filter().isEmpty() || passes(patch.filter().get(), flat);
  }

  private boolean passes(DevicePatchFilter filter, EffectiveDevice flat) {
    if (!filter.driver().map(flat.driver()::equals).orElse(true)
        || !filter.pool().map(flat.name().pool().pool()::equals).orElse(true)
        || !filter.device().map(flat.name().device()::equals).orElse(true)) {
      return false;
    }
    var seen = flat.seen(rules);
    if (filter.deviceClassName().isPresent()) {
      var deviceClass = deviceClass(filter.deviceClassName().get());
      if (deviceClass.isEmpty()
          || !(expressions.all(deviceClass.getFirst().spec().selectors(), seen)
              instanceof Match.Yes)) {
        return false;
      }
    }
    return expressions.all(filter.selectors(), seen) instanceof Match.Yes;
  }

  private List<DeviceClass> deviceClass(String name) {
    return world.classes().stream().filter(it -> it.metadata().name().equals(name)).toList();
  }

  private SortedMap<String, DeviceAttribute> patchedAttributes(
      SortedMap<String, DeviceAttribute> before,
      DevicePatch patch,
      String driver,
      Set<String> decided) {
    var after = new TreeMap<>(before);
    rules
        .named(patch.attributes(), driver)
        .forEach(
            (name, value) -> {
              if (decided.contains("attribute " + name)) {
                return;
              }
              if (value instanceof DeviceAttribute.NullValue) {
                after.remove(name);
              } else {
                after.put(name, value);
              }
            });
    return after;
  }

  /** A capacity that is patched without a policy keeps the policy that was published. */
  private SortedMap<String, DeviceCapacity> patchedCapacity(
      SortedMap<String, DeviceCapacity> before,
      DevicePatch patch,
      EffectiveDevice flat,
      Set<String> decided) {
    var after = new TreeMap<>(before);
    rules
        .named(patch.capacity(), flat.driver())
        .forEach(
            (name, value) -> {
              if (decided.contains("capacity " + name)) {
                return;
              }
              var published = flat.capacity().get(name);
              after.put(
                  name,
                  value.requestPolicy().isPresent() || published == null
                      ? value
                      : new DeviceCapacity(value.value(), published.requestPolicy()));
            });
    return after;
  }

  private void decide(DevicePatch patch, String driver, Set<String> decided) {
    rules.named(patch.attributes(), driver).keySet().forEach(it -> decided.add("attribute " + it));
    rules.named(patch.capacity(), driver).keySet().forEach(it -> decided.add("capacity " + it));
  }

  private static boolean exceeds(
      Map<String, DeviceAttribute> attributes,
      Map<String, DeviceCapacity> capacity,
      Map<String, DeviceAttribute> attributesBefore,
      Map<String, DeviceCapacity> capacityBefore) {
    int entries = attributes.size() + capacity.size();
    int entriesBefore = attributesBefore.size() + capacityBefore.size();
    return (entries > MAX_ENTRIES && entries > entriesBefore)
        || (values(attributes) > MAX_VALUES && values(attributes) > values(attributesBefore));
  }

  private static int values(Map<String, DeviceAttribute> attributes) {
    return attributes.values().stream().mapToInt(DeviceAttribute::size).sum();
  }
}
