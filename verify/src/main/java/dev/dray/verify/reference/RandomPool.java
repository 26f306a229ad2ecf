package dev.dray.verify.reference;

import dev.dray.api.meta.NodeSelector;
import dev.dray.api.meta.NodeSelectorRequirement;
import dev.dray.api.meta.NodeSelectorTerm;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ResourcePool;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.CounterSetMixin;
import dev.dray.api.resource.device.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The slices of one pool: counters first, then devices, mostly all there and on the node. */
final class RandomPool {
  static final List<String> COUNTERS = List.of("eng", "mem");
  private static final List<String> SELECTIONS =
      List.of("node", "node", "node", "all", "all", "selector", "device");

  private final Dice dice;
  private final PoolName name;
  private final int tightness;
  private final RandomAmounts amounts;
  private final String usualSelection;
  private final List<String> setNames;
  private final boolean usesMixins;

  RandomPool(Dice dice, PoolName name, int tightness) {
    this.dice = dice;
    this.name = name;
    this.tightness = tightness;
    this.amounts = new RandomAmounts(dice);
    this.usualSelection = dice.pick(SELECTIONS);
    this.setNames = dice.some(dice.pick(List.of(0, 1, 1, 2)), List.of("cs0", "cs1"));
    this.usesMixins = dice.percent(35);
  }

  /** The slices of a pool with this many devices. */
  List<ResourceSlice> slices(int devices) {
    long generation = dice.between(1, 2);
    int deviceSlices = devices > 1 && dice.percent(40) ? 2 : 1;
    int wanted = deviceSlices + (setNames.isEmpty() ? 0 : 1) + (dice.percent(3) ? 1 : 0);
    var pool = new ResourcePool(name.pool(), generation, wanted);
    var slices = new ArrayList<ResourceSlice>();
    if (!setNames.isEmpty()) {
      slices.add(counters(pool));
    }
    for (int i = 0; i < deviceSlices; i++) {
      int first = devices * i / deviceSlices;
      slices.add(devices(pool, first, devices * (i + 1) / deviceSlices));
    }
    if (dice.percent(8)) {
      slices.add(outdated(pool, generation + dice.pick(List.of(-1, -1, 1))));
    }
    return slices;
  }

  private ObjectMeta metadata(String suffix) {
    var letter = dice.pick(List.of("a", "b", "c"));
    return ObjectMeta.named(
        "%s-%s-%s-%s".formatted(letter, name.driver().substring(0, 3), name.pool(), suffix));
  }

  private ResourceSlice outdated(ResourcePool pool, long generation) {
    var other = new ResourcePool(pool.name(), generation, 1);
    var device = Device.named("d0");
    var selection = generation > pool.generation() ? "elsewhere" : dice.pick(SELECTIONS);
    return slice(metadata("other"), other, selection, List.of(device), List.of(), noMixins());
  }

  private static Optional<ResourceSliceMixins> noMixins() {
    return Optional.empty();
  }

  private String selection() {
    return dice.percent(90) ? usualSelection : dice.pick(List.of("node", "all", "elsewhere"));
  }

  private ResourceSlice counters(ResourcePool pool) {
    var mixin = new CounterSetMixin("some", Map.of("eng", counter(), "mem", counter()));
    var sets = new ArrayList<CounterSet>();
    for (var set : setNames) {
      sets.add(counterSet(dice.oneIn(300) ? "cs0" : set));
    }
    var selection = dice.percent(10) ? "nothing" : selection().replace("device", "node");
    return slice(
        metadata("counters"),
        pool,
        selection,
        List.of(),
        sets,
        Optional.of(new ResourceSliceMixins(List.of(), List.of(), List.of(mixin))));
  }

  private CounterSet counterSet(String set) {
    var own = new TreeMap<String, Counter>();
    COUNTERS.forEach(counter -> own.put(counter, counter()));
    if (!usesMixins || dice.percent(50)) {
      return new CounterSet(set, List.of(), own);
    }
    own.remove("mem");
    return new CounterSet(set, List.of(dice.percent(3) ? "missing" : "some"), own);
  }

  private Counter counter() {
    int units = dice.between(3, tightness);
    return new Counter(
        Optional.of(RandomAmounts.of(units)),
        dice.maybe(60, () -> amounts.policy(units)),
        Optional.empty());
  }

  private ResourceSlice devices(ResourcePool pool, int from, int to) {
    var selection = selection();
    var random = new RandomDevice(dice, name.driver(), setNames, usesMixins);
    var devices = new ArrayList<Device>();
    for (int i = from; i < to; i++) {
      var device = random.device("d" + (dice.oneIn(300) ? 0 : i));
      devices.add(selection.equals("device") ? selected(device) : device);
    }
    return slice(
        metadata("devices-" + from),
        pool,
        selection,
        devices,
        List.of(),
        usesMixins ? Optional.of(random.mixins()) : noMixins());
  }

  private Device selected(Device device) {
    var selection = dice.pick(List.of("node", "node", "all", "selector", "elsewhere"));
    return new Device(
        device.name(),
        device.includes(),
        device.attributes(),
        device.capacity(),
        device.consumesCounters(),
        nodeName(selection),
        nodeSelector(selection),
        allNodes(selection),
        device.taints(),
        device.bindsToNode(),
        device.bindingConditions(),
        device.bindingFailureConditions(),
        device.allowMultipleAllocations(),
        Map.of());
  }

  private ResourceSlice slice(
      ObjectMeta metadata,
      ResourcePool pool,
      String selection,
      List<Device> devices,
      List<CounterSet> sets,
      Optional<ResourceSliceMixins> mixins) {
    return new ResourceSlice(
        metadata,
        new ResourceSliceSpec(
            name.driver(),
            pool,
            nodeName(selection),
            nodeSelector(selection),
            allNodes(selection),
            sets.isEmpty() ? Optional.of(devices) : Optional.empty(),
            selection.equals("device") ? Optional.of(true) : Optional.empty(),
            sets.isEmpty() ? Optional.empty() : Optional.of(sets),
            mixins,
            Optional.empty(),
            sets.isEmpty() && dice.percent(6) ? List.of("NodePrepareResources") : List.of()));
  }

  private static Optional<String> nodeName(String selection) {
    return switch (selection) {
      case "node" -> Optional.of("node-1");
      case "elsewhere" -> Optional.of("node-2");
      default -> Optional.empty();
    };
  }

  private static Optional<Boolean> allNodes(String selection) {
    return selection.equals("all") ? Optional.of(true) : Optional.empty();
  }

  private Optional<NodeSelector> nodeSelector(String selection) {
    if (!selection.equals("selector")) {
      return Optional.empty();
    }
    var requirement =
        dice.oneIn(200)
            ? new NodeSelectorRequirement("zone", "In", List.of())
            : new NodeSelectorRequirement("zone", "In", dice.pick(List.of(Z1, Z1, Z12, Z2)));
    return Optional.of(
        new NodeSelector(List.of(new NodeSelectorTerm(List.of(requirement), List.of()))));
  }

  private static final List<String> Z1 = List.of("z1");
  private static final List<String> Z12 = List.of("z2", "z1");
  private static final List<String> Z2 = List.of("z2");
}
