package dev.dray.ledger;

import static dev.dray.ledger.Claims.requesting;
import static dev.dray.testing.Published.slice;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.inventory.PoolGeneration;
import dev.dray.testing.Published;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pools of a few devices that use everything there is to use. */
class PoolLoadPropertyTest {
  private static final PoolId POOL = new PoolId("d", "p");
  private static final List<String> GROUPS = List.of("", "[a]", "[b]", "[a, b]", "[]");

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void a_load_that_follows_events_equals_one_worked_out_anew(long seed) {
    var random = new Random(seed);
    var gates = gates(random);
    var generation = generation(gates, random);
    var current = new TreeMap<String, ResourceClaim>();
    var ledger = Ledger.empty();
    var load = PoolLoad.of(generation, PoolUsage.NONE, gates);

    for (int event = 0; event < 30; event++) {
      ledger = live(ledger, current, random);
      load = load.with(ledger.usage(POOL));

      assertThat(load.usage()).isSameAs(ledger.usage(POOL));
      assertThat(said(load))
          .isEqualTo(said(PoolLoad.of(generation, ledger.usage(POOL), gates)))
          .isEqualTo(new PlainLoad(generation, current.values(), gates).said());
    }
  }

  private static Gates gates(Random random) {
    var gates = Gates.defaults();
    for (var gate :
        List.of(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS, Gate.DRA_SHARED_CONSUMABLE_CAPACITY)) {
      gates = random.nextInt(3) == 0 ? gates.without(gate) : gates;
    }
    return gates;
  }

  private static PoolGeneration generation(Gates gates, Random random) {
    var devices = new StringBuilder("nodeName: node\ndevices:\n");
    for (int i = 0; i < 4; i++) {
      devices.append(
          """
          - name: g%d
            allowMultipleAllocations: %b
            capacity: {m: {value: 8}}
            consumesCounters: [%s]
          """
              .formatted(i, random.nextBoolean(), consumption(random)));
    }
    var counters =
        """
        nodeName: node
        sharedCounters:
        - {name: s0, counters: {fixed: {value: 8Gi}, asked: {value: 8}}}
        - {name: s1, counters: {fixed: {value: 8}, asked: {value: 8, requestPolicy: {default: 2}}}}
        """;
    return Published.generation(
        gates, POOL, slice("a", 2, counters), slice("b", 2, devices.toString()));
  }

  private static String consumption(Random random) {
    var groups = GROUPS.get(random.nextInt(GROUPS.size()));
    return "{counterSet: s%d, counters: {fixed: {value: %d}%s}%s}"
        .formatted(
            random.nextInt(2),
            random.nextInt(4),
            random.nextBoolean() ? ", asked: {valueFrom: {capacityKey: m}}" : "",
            groups.isEmpty() ? "" : ", compatibilityGroups: " + groups);
  }

  private static Ledger live(Ledger ledger, Map<String, ResourceClaim> current, Random random) {
    var name = "c" + random.nextInt(6);
    if (random.nextInt(3) == 0) {
      current.remove(name);
      return ledger.without("uid-" + name);
    }
    var claim = requesting(name, request(random), result(random), result(random));
    current.put(name, claim);
    return ledger.with(claim);
  }

  private static String request(Random random) {
    return random.nextBoolean()
        ? "{name: main, exactly: {deviceClassName: gpu}}"
        : "{name: main, exactly: {deviceClassName: gpu, capacity: {requests: {d/m: %d}}}}"
            .formatted(random.nextInt(4));
  }

  private static String result(Random random) {
    var fields = new ArrayList<String>();
    if (random.nextBoolean()) {
      fields.add("shareID: s" + random.nextInt(100));
      fields.add("consumedCapacity: {m: %d}".formatted(random.nextInt(3)));
    }
    if (random.nextBoolean()) {
      fields.add(
          "consumedCounters: {s%d: {asked: %d}}".formatted(random.nextInt(3), random.nextInt(3)));
    }
    var groups = GROUPS.get(random.nextInt(GROUPS.size()));
    if (!groups.isEmpty()) {
      fields.add("compatibilityGroups: {s%d: %s}".formatted(random.nextInt(3), groups));
    }
    return Claims.result("p", "g" + random.nextInt(6), fields.toArray(String[]::new));
  }

  private static List<String> said(PoolLoad load) {
    var said = new ArrayList<String>();
    for (int row = 0; row < load.generation().size(); row++) {
      said.add(
          "%s %b %b %s"
              .formatted(
                  load.generation().name(row),
                  load.exclusivelyUsed(row),
                  load.shared(row),
                  load.consumed(row, "m")));
    }
    for (int counter = 0; counter < load.generation().counters().size(); counter++) {
      said.add("counter " + load.rest(counter));
    }
    for (int set = 0; set < load.generation().counters().sets(); set++) {
      said.add("set " + load.groups(set));
    }
    return said;
  }

  /** The simplest program that could be right: every question goes through all results. */
  private record PlainLoad(
      PoolGeneration generation, Collection<ResourceClaim> claims, Gates gates) {

    private record Result(
        String device,
        boolean share,
        Quantity m,
        ResourceClaim claim,
        DeviceRequestAllocationResult written) {}

    private List<Result> results() {
      var results = new ArrayList<Result>();
      for (var claim : claims) {
        for (var one : claim.status().allocation().orElseThrow().devices().results()) {
          results.add(
              new Result(
                  one.device(),
                  one.shareId().isPresent(),
                  one.consumedCapacity().getOrDefault("m", Quantity.ZERO),
                  claim,
                  one));
        }
      }
      return results;
    }

    List<String> said() {
      var said = new ArrayList<String>();
      for (int row = 0; row < generation.size(); row++) {
        said.add(device(generation.name(row), row));
      }
      for (int counter = 0; counter < generation.counters().size(); counter++) {
        said.add("counter " + rest(counter));
      }
      for (int set = 0; set < generation.counters().sets(); set++) {
        said.add("set " + groups(generation.counters().setName(set)));
      }
      return said;
    }

    private String device(String name, int row) {
      boolean shareable = generation.traits(generation.traitsNumber(row)).shareable();
      var all = results().stream().filter(result -> result.device.equals(name)).toList();
      var shares = all.stream().filter(Result::share).toList();
      boolean shared = shareable && !shares.isEmpty();
      boolean exclusive = all.size() > shares.size() || (!shareable && !shares.isEmpty());
      var sum = shares.stream().map(Result::m).reduce(Quantity.ZERO, Quantity::add);
      return "%s %b %b %s".formatted(name, exclusive, shared, shared ? sum : Quantity.ZERO);
    }

    private Quantity rest(int counter) {
      var counters = generation.counters();
      var set = counters.setName(counters.setOf(counter));
      var name = counters.name(counter);
      var used = Quantity.ZERO;
      for (int row = 0; row < generation.size(); row++) {
        var device = generation.name(row);
        var holders = results().stream().filter(one -> one.device.equals(device)).toList();
        for (var consumption : generation.traits(generation.traitsNumber(row)).consumptions()) {
          if (consumption.counterSet().equals(set) && !holders.isEmpty()) {
            used = used.add(consumption.fixed().getOrDefault(name, Quantity.ZERO));
            if (consumption.requested().containsKey(name)) {
              used = used.add(unrecorded(holders, set));
            }
          }
        }
      }
      for (var result : results()) {
        var recorded = result.written.consumedCounters().get(set);
        if (recorded != null) {
          used = used.add(recorded.getOrDefault(name, Quantity.ZERO));
        }
      }
      return counters.total(counter).subtract(used);
    }

    /** Without a request the default of s1, and all that s0 has. */
    private static Quantity unrecorded(List<Result> holders, String set) {
      var sum = Quantity.ZERO;
      for (var result : holders) {
        if (result.written.consumedCounters().isEmpty()) {
          var request = result.claim.spec().devices().requests().getFirst().exactly().get();
          sum =
              sum.add(
                  request
                      .capacity()
                      .flatMap(capacity -> capacity.requests().values().stream().findFirst())
                      .orElse(Quantity.parse(set.equals("s1") ? "2" : "8")));
        }
      }
      return sum;
    }

    private GroupState groups(String set) {
      var common = new TreeSet<>(List.of("a", "b"));
      int grouped = 0;
      int ungrouped = 0;
      for (var groups : memberships(set)) {
        grouped += groups.isEmpty() ? 0 : 1;
        ungrouped += groups.isEmpty() ? 1 : 0;
        common.retainAll(groups);
      }
      if (grouped == 0) {
        return ungrouped == 0 ? new GroupState.None() : new GroupState.Empty();
      }
      boolean counts = gates.enabled(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS);
      return ungrouped > 0 || common.isEmpty() || !counts
          ? new GroupState.Blocked()
          : new GroupState.Of(common);
    }

    private List<List<String>> memberships(String set) {
      var memberships = new ArrayList<List<String>>();
      for (var result : results()) {
        var snapshot = result.written.compatibilityGroups();
        var recorded = snapshot.get(set);
        if (recorded != null) {
          memberships.add(recorded);
        } else {
          declared(set, result.device)
              .map(groups -> isDecidedBySlice(snapshot) ? groups : List.<String>of())
              .ifPresent(memberships::add);
        }
      }
      return memberships;
    }

    private boolean isDecidedBySlice(Map<String, List<String>> snapshot) {
      return snapshot.isEmpty() && gates.enabled(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS);
    }

    /** The groups of a device that draws from the set. */
    private Optional<List<String>> declared(String set, String device) {
      var row = generation.row(device);
      return row.isEmpty()
          ? Optional.empty()
          : generation.traits(generation.traitsNumber(row.getAsInt())).consumptions().stream()
              .filter(consumption -> consumption.counterSet().equals(set))
              .map(consumption -> consumption.groups())
              .findFirst();
    }
  }
}
