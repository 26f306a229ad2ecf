package dev.dray.verify.reference;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.RawJson;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceClassConfiguration;
import dev.dray.api.resource.DeviceClassSpec;
import dev.dray.api.resource.DevicePatch;
import dev.dray.api.resource.DevicePatchFilter;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.DeviceTaintRuleSpec;
import dev.dray.api.resource.DeviceTaintRuleStatus;
import dev.dray.api.resource.DeviceTaintSelector;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.ResourceSlicePatchSpec;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.claim.OpaqueDeviceConfiguration;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Small worlds in which all features meet, the same for the same seed.
 *
 * <p>What is allocated already was allocated by the reference, so it is consistent, unless the
 * world changed afterwards as worlds do.
 */
public final class RandomWorld {
  private static final List<String> CLASSES = List.of("any", "gpu", "nic", "shared", "careful");
  private static final List<String> DRIVERS = List.of("gpu.example.com", "nic.example.com");
  private static final List<Gate> SWITCHED =
      List.of(
          Gate.DRA_ADMIN_ACCESS,
          Gate.DRA_PRIORITIZED_LIST,
          Gate.DRA_RESOURCE_CLAIM_DEVICE_STATUS,
          Gate.DRA_DEVICE_TAINTS,
          Gate.DRA_DEVICE_TAINT_RULES,
          Gate.DRA_PARTITIONABLE_DEVICES,
          Gate.DRA_CONSUMABLE_CAPACITY,
          Gate.DRA_FRACTIONAL_CAPACITY_RANGE,
          Gate.DRA_DEVICE_BINDING_CONDITIONS,
          Gate.DRA_LIST_TYPE_ATTRIBUTES,
          Gate.DRA_DEVICE_COMPATIBILITY_GROUPS,
          Gate.DRA_DERIVED_ATTRIBUTES,
          Gate.DRA_OPTIONAL_NODE_OPERATIONS,
          Gate.DRA_RESOURCE_SLICE_MIXINS,
          Gate.DRA_ADMIN_CONTROLLED_DEVICE_ATTRIBUTES,
          Gate.DRA_SHARED_CONSUMABLE_CAPACITY);
  private static final long STEPS_OF_EARLIER_CLAIMS = 5_000;
  private static final ReferenceAllocator REFERENCE = new ReferenceAllocator();

  private final Dice dice;
  private final Size size;
  private int created;

  /** How much there is in a world. */
  private record Size(int devices, int counters, int claims, int requests) {}

  private static final Size SMALL = new Size(8, 12, 2, 4);
  private static final Size HARD = new Size(14, 8, 3, 4);

  private RandomWorld(long seed, Size size) {
    this.dice = new Dice(seed);
    this.size = size;
  }

  /** At most three pools, eight devices, and four requests in three claims. */
  public static World of(long seed) {
    return new RandomWorld(seed, SMALL).world();
  }

  /** The same with up to fourteen devices and scarcer counters. */
  public static World harder(long seed) {
    return new RandomWorld(seed, HARD).world();
  }

  private World world() {
    var slices = slices();
    var drivers = slices.stream().map(it -> it.spec().driver()).distinct().toList();
    var random = new RandomClaims(dice, drivers);
    var world =
        new World(
            gates(),
            node(),
            classes(random),
            slices,
            dice.list(0, dice.percent(40) ? 2 : 0, () -> patch(random)),
            dice.list(0, dice.percent(15) ? 2 : 0, this::taintRule),
            List.of(),
            List.of());
    world = withEarlierClaims(world, random);
    var changes = new RandomChanges(dice);
    if (dice.percent(30)) {
      world =
          world.withSlices(
              slices.stream().map(it -> dice.percent(50) ? changes.changed(it) : it).toList());
    }
    var allocated =
        world.allocatedClaims().stream()
            .map(claim -> dice.percent(6) ? changes.forgotten(claim) : claim)
            .toList();
    return world.withClaims(allocated, claims(random));
  }

  private List<ResourceClaim> claims(RandomClaims random) {
    int left = size.requests();
    var claims = new ArrayList<ResourceClaim>();
    for (int i = 0; i < dice.between(1, size.claims()) && left > 0; i++) {
      int requests = Math.min(left, dice.pick(List.of(1, 1, 1, 1, 2, 3)));
      claims.add(random.claim("c" + i, requests));
      left -= requests;
    }
    return claims;
  }

  private World withEarlierClaims(World before, RandomClaims random) {
    var world = before;
    for (int i = dice.between(0, 3); i > 0; i--) {
      var claim = random.claim("earlier" + i, dice.pick(List.of(1, 1, 1, 1, 2)));
      var attempt = world.withClaims(world.allocatedClaims(), List.of(claim));
      var answer = REFERENCE.allocateWithin(attempt, STEPS_OF_EARLIER_CLAIMS);
      if (answer.isPresent()
          && answer.get().outcome() instanceof ReferenceOutcome.Fits(var results)) {
        world = world.withClaims(with(world.allocatedClaims(), claim, results), List.of());
      }
    }
    return world;
  }

  private static List<ResourceClaim> with(
      List<ResourceClaim> others, ResourceClaim claim, List<AllocationResult> results) {
    var claims = new ArrayList<>(others);
    var allocation = results.getFirst();
    var devices =
        allocation.devices().results().stream()
            .map(it -> shareNamed(it, claim.metadata().name()))
            .toList();
    var named = allocation.withDevices(allocation.devices().withResults(devices));
    claims.add(claim.withStatus(claim.status().withAllocation(Optional.of(named))));
    return claims;
  }

  private static DeviceRequestAllocationResult shareNamed(
      DeviceRequestAllocationResult it, String prefix) {
    return new DeviceRequestAllocationResult(
        it.request(),
        it.driver(),
        it.pool(),
        it.device(),
        it.adminAccess(),
        it.tolerations(),
        it.bindingConditions(),
        it.bindingFailureConditions(),
        it.shareId().map(id -> prefix + "-" + id),
        it.consumedCapacity(),
        it.skipNodeOperations(),
        it.compatibilityGroups(),
        it.consumedCounters());
  }

  /** Everything, or everything but one gate and those that need it. */
  private Gates gates() {
    var gates = Gates.defaults();
    for (var gate : SWITCHED) {
      gates = gates.with(gate);
    }
    if (dice.percent(15)) {
      gates = gates.without(dice.pick(SWITCHED));
      while (!gates.conflicts().isEmpty()) {
        gates = gates.without(gates.conflicts().getFirst().gate());
      }
    }
    return gates;
  }

  private NodeFacts node() {
    var features = new TreeSet<String>();
    if (dice.percent(75)) {
      features.add("DRAOptionalNodeOperations");
    }
    return new NodeFacts("node-1", Map.of("zone", "z1"), features);
  }

  private List<ResourceSlice> slices() {
    var names = new ArrayList<PoolName>();
    for (var driver : DRIVERS) {
      names.add(new PoolName(driver, "p0"));
      names.add(new PoolName(driver, "p1"));
    }
    var pools = dice.some(dice.pick(List.of(1, 1, 2, 2, 3)), names);
    int devices = dice.between(size.devices() * 5 / 8, size.devices());
    var slices = new ArrayList<ResourceSlice>();
    for (int i = 0; i < pools.size(); i++) {
      int share = devices * (i + 1) / pools.size() - devices * i / pools.size();
      slices.addAll(new RandomPool(dice, pools.get(i), size.counters()).slices(share));
    }
    return slices;
  }

  private List<DeviceClass> classes(RandomClaims random) {
    var risky = dice.percent(2) ? "device.attributes[\"gpu.example.com\"].nothing == 1" : "true";
    return List.of(
        deviceClass("any", List.of()),
        deviceClass("gpu", List.of("device.driver == \"gpu.example.com\"")),
        deviceClass("nic", List.of("device.driver == \"nic.example.com\"", risky)),
        deviceClass("shared", List.of("device.allowMultipleAllocations")),
        deviceClass("careful", List.of(random.expression())));
  }

  private DeviceClass deviceClass(String name, List<String> expressions) {
    return new DeviceClass(
        ObjectMeta.named(name),
        new DeviceClassSpec(
            expressions.stream().map(DeviceSelector::cel).toList(),
            dice.percent(30) ? List.of(config(name)) : List.of(),
            Optional.empty()));
  }

  private DeviceClassConfiguration config(String name) {
    return new DeviceClassConfiguration(
        Optional.of(
            new OpaqueDeviceConfiguration(
                dice.pick(DRIVERS), new RawJson("{\"class\":\"%s\"}".formatted(name)))));
  }

  private ResourceSlicePatch patch(RandomClaims random) {
    var driver = dice.pick(DRIVERS);
    var device = new RandomDevice(dice, driver, List.of(), false);
    var attributes = new TreeMap<String, DeviceAttribute>();
    for (var name : dice.some(dice.between(0, 2), List.of("model", "numa", "ok", "links"))) {
      attributes.put(
          driver + "/" + name,
          dice.percent(25) ? new DeviceAttribute.NullValue() : device.attribute(name));
    }
    var capacity = new TreeMap<String, DeviceCapacity>();
    if (dice.percent(35)) {
      capacity.put(
          driver + "/" + dice.pick(RandomDevice.CAPACITIES),
          new DeviceCapacity(RandomAmounts.of(dice.between(1, 8)), Optional.empty()));
    }
    return new ResourceSlicePatch(
        created("patch"),
        new ResourceSlicePatchSpec(
            new DevicePatch(
                dice.maybe(70, () -> filter(random)),
                dice.maybe(60, () -> dice.between(-1, 1)),
                attributes,
                capacity)));
  }

  /** Names in any order, none twice. */
  private ObjectMeta created(String kind) {
    var name = "%s-%d-%d".formatted(kind, dice.between(0, 9), ++created);
    return ObjectMeta.named(name)
        .withUid("uid-" + name)
        .withCreationTimestamp(Instant.ofEpochSecond(dice.between(0, 1)));
  }

  private DevicePatchFilter filter(RandomClaims random) {
    return new DevicePatchFilter(
        dice.maybe(30, () -> dice.percent(10) ? "missing" : dice.pick(CLASSES)),
        dice.maybe(30, () -> dice.pick(DRIVERS)),
        dice.maybe(20, () -> "p0"),
        dice.maybe(20, () -> "d" + dice.between(0, 3)),
        dice.percent(40) ? List.of(DeviceSelector.cel(random.expression())) : List.of());
  }

  private DeviceTaintRule taintRule() {
    var device = new RandomDevice(dice, dice.pick(DRIVERS), List.of(), false);
    var selector =
        new DeviceTaintSelector(
            dice.maybe(50, () -> dice.pick(DRIVERS)),
            dice.maybe(30, () -> "p0"),
            dice.maybe(60, () -> "d" + dice.between(0, 3)));
    return new DeviceTaintRule(
        created("rule"),
        new DeviceTaintRuleSpec(dice.maybe(97, () -> selector), device.taint()),
        DeviceTaintRuleStatus.EMPTY);
  }
}
