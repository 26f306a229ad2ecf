package dev.dray.verify.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.claim.AllocationWriter;
import dev.dray.claim.ClaimStates;
import dev.dray.claim.Written;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.Snapshot;
import dev.dray.ledger.Ledger;
import dev.dray.ledger.Misrecord;
import dev.dray.ledger.Overlap;
import dev.dray.ledger.Overlaps;
import dev.dray.ledger.PoolLoad;
import dev.dray.ledger.Records;
import dev.dray.testing.Seeds;
import dev.dray.verify.reference.RandomWorld;
import dev.dray.verify.reference.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the allocator finds to fit is no overlap and recorded as it must be; what it finds in an
 * outdated world, or what somebody else records, may not be.
 *
 * <p>A thousand worlds of each sort; {@code -Ddray.seeds=20000} makes it more.
 */
class OverlapsPropertyTest {
  private final Map<Gates, Allocator> allocators = new HashMap<>();
  private int shares;

  static Stream<Seeds.Part> seeds() {
    return Seeds.planning();
  }

  @ParameterizedTest(name = "seeds {0}")
  @MethodSource("seeds")
  void what_was_allocated_with_all_in_view_is_no_overlap(Seeds.Part part) {
    int judged = 0;
    for (long seed = part.first(); seed < part.first() + part.count(); seed++) {
      judged += acceptAll(seed, RandomWorld::of) + acceptAll(seed, RandomWorld::harder);
    }
    assertThat(judged).as("claims that were allocated").isPositive();
  }

  private int acceptAll(long seed, LongFunction<World> worlds) {
    var world = worlds.apply(seed);
    var snapshot = snapshot(world);
    var ledger = Ledger.of(world.allocatedClaims());
    var overlaps = new Overlaps(world.gates());
    var allocated = new ArrayList<ResourceClaim>();
    for (var waiting : world.claimsToAllocate()) {
      var claims = allocate(world, snapshot, ledger, List.of(waiting));
      if (claims.isEmpty()) {
        continue;
      }
      var claim = claims.getFirst();
      allocated.add(claim);
      assertThat(overlaps.find(snapshot::pool, ledger, unallocated(claim), claim))
          .as("-Ddray.seed=%d: %s", seed, claim.status().allocation())
          .isEmpty();
      assertThat(misrecord(world, snapshot, claim))
          .as("-Ddray.seed=%d: %s", seed, claim.status().allocation())
          .isEmpty();
      ledger = ledger.with(claim);
      assertCopiesAreRefused(seed, world, snapshot, ledger, claim);
    }
    return allocated.size();
  }

  /** Whoever wants the very same devices or shares as somebody who has them is told so. */
  private static void assertCopiesAreRefused(
      long seed, World world, Snapshot snapshot, Ledger ledger, ResourceClaim claim) {
    var copy = renamed(claim, "copy");
    var found = new Overlaps(world.gates()).find(snapshot::pool, ledger, unallocated(copy), copy);
    boolean holds = results(claim).stream().anyMatch(it -> !it.adminAccess().orElse(false));
    assertThat(found.isPresent()).as("-Ddray.seed=%d: a copy is refused", seed).isEqualTo(holds);
    found.ifPresent(
        overlap -> {
          assertThat(overlap).as("-Ddray.seed=%d", seed).isInstanceOf(Overlap.Device.class);
          assertThat(overlap.others().getFirst().uid())
              .as("-Ddray.seed=%d", seed)
              .isEqualTo(claim.metadata().uid());
        });
  }

  private static Optional<Misrecord> misrecord(
      World world, Snapshot snapshot, ResourceClaim claim) {
    var before = unallocated(claim);
    return Records.unaskedAdminAccess(before, claim)
        .or(() -> new Records(world.gates()).find(snapshot::pool, before, claim));
  }

  @ParameterizedTest(name = "seeds {0}")
  @MethodSource("seeds")
  void who_records_less_than_he_takes_is_refused_or_charged_all_the_same(Seeds.Part part) {
    int refused = 0;
    for (long seed = part.first(); seed < part.first() + part.count(); seed++) {
      refused += judgeFalse(seed, RandomWorld::of) + judgeFalse(seed, RandomWorld::harder);
    }
    if (part.count() > 1) {
      assertThat(refused).as("falsehoods that were refused").isPositive();
    }
  }

  private int judgeFalse(long seed, LongFunction<World> worlds) {
    var world = worlds.apply(seed);
    var snapshot = snapshot(world);
    var ledger = Ledger.of(world.allocatedClaims());
    int refused = 0;
    for (var honest : allocate(world, snapshot, ledger, world.claimsToAllocate())) {
      for (var falsehood : Falsehood.values()) {
        for (var told : told(honest, falsehood)) {
          if (!isBelieved(world, snapshot, told, falsehood)) {
            boolean found = misrecord(world, snapshot, told).isPresent();
            refused += found ? 1 : 0;
            assertThat(found || chargesAsMuch(snapshot, ledger, honest, told))
                .as("-Ddray.seed=%d: %s: %s", seed, falsehood, told.status().allocation())
                .isTrue();
          }
        }
      }
      ledger = ledger.with(honest);
    }
    return refused;
  }

  /** The claim with one of its records made false, for each that can be. */
  private static List<ResourceClaim> told(ResourceClaim honest, Falsehood falsehood) {
    var told = new ArrayList<ResourceClaim>();
    var allocation = honest.status().allocation().orElseThrow();
    for (int i = 0; i < results(honest).size(); i++) {
      var results = results(honest);
      var changed = falsehood.tell(results.get(i));
      if (changed.isPresent() && !results.get(i).adminAccess().orElse(false)) {
        results.set(i, changed.get());
        var devices = allocation.devices().withResults(results);
        told.add(
            honest.withStatus(
                honest.status().withAllocation(Optional.of(allocation.withDevices(devices)))));
      }
    }
    return told;
  }

  /** Whether nothing is known here by which the falsehood could be told. */
  private static boolean isBelieved(
      World world, Snapshot snapshot, ResourceClaim claim, Falsehood falsehood) {
    boolean known =
        results(claim).stream()
            .map(it -> snapshot.pool(new PoolId(it.driver(), it.pool())).orElseThrow())
            .allMatch(it -> it.generations().size() == 1 && it.newest().isUnambiguous());
    return !known
        || (falsehood == Falsehood.LESS_CAPACITY
            && !world.gates().enabled(Gate.DRA_ADMIN_CONTROLLED_DEVICE_ATTRIBUTES));
  }

  private static boolean chargesAsMuch(
      Snapshot snapshot, Ledger others, ResourceClaim honest, ResourceClaim told) {
    for (var result : results(honest)) {
      var pool = new PoolId(result.driver(), result.pool());
      var generation = snapshot.pool(pool).orElseThrow().newest();
      var due = PoolLoad.of(generation, others.with(honest).usage(pool), snapshot.gates());
      if (!due.isLike(PoolLoad.of(generation, others.with(told).usage(pool), snapshot.gates()))) {
        return false;
      }
    }
    return true;
  }

  @ParameterizedTest(name = "seeds {0}")
  @MethodSource("seeds")
  void what_was_allocated_by_an_outdated_view_is_an_overlap_where_something_is_too_much(
      Seeds.Part part) {
    int refused = 0;
    for (long seed = part.first(); seed < part.first() + part.count(); seed++) {
      refused += judgeOutdated(seed, RandomWorld::of) + judgeOutdated(seed, RandomWorld::harder);
    }
    if (part.count() > 1) {
      assertThat(refused).as("claims that were refused").isPositive();
    }
  }

  private int judgeOutdated(long seed, LongFunction<World> worlds) {
    var world = worlds.apply(seed);
    var snapshot = snapshot(world);
    var random = new Random(seed);
    var seen = world.allocatedClaims().stream().filter(_ -> random.nextInt(100) < 40).toList();
    var ledger = Ledger.of(world.allocatedClaims());
    int refused = 0;
    for (var claim : allocate(world, snapshot, Ledger.of(seen), world.claimsToAllocate())) {
      var found =
          new Overlaps(world.gates()).find(snapshot::pool, ledger, unallocated(claim), claim);
      var excess = new Excess(snapshot, ledger, claim).find();
      assertThat(found.isPresent())
          .as("-Ddray.seed=%d: found %s, and adding up anew %s", seed, found, excess)
          .isEqualTo(excess.isPresent());
      if (found.isEmpty()) {
        ledger = ledger.with(claim);
      } else {
        refused++;
        assertThat(found.get().message()).as("-Ddray.seed=%d", seed).isNotBlank();
      }
    }
    return refused;
  }

  private static Snapshot snapshot(World world) {
    var inventory = new Inventory(world.gates());
    world.classes().forEach(inventory::put);
    world.patches().forEach(inventory::put);
    world.taintRules().forEach(inventory::put);
    world.slices().forEach(inventory::put);
    return inventory.snapshot();
  }

  private List<ResourceClaim> allocate(
      World world, Snapshot snapshot, Ledger ledger, List<ResourceClaim> claims) {
    var facts = world.node();
    var node = new LabeledNode(facts.name(), facts.labels(), facts.declaredFeatures());
    var outcome =
        allocators
            .computeIfAbsent(world.gates(), Allocator::new)
            .allocate(snapshot, ledger, node, claims);
    if (!(outcome instanceof AllocationOutcome.Fits(var placement))) {
      return List.of();
    }
    var writer = new AllocationWriter(world.gates(), () -> "share-" + ++shares);
    return writer.results(placement) instanceof Written.Results written
        ? ClaimStates.allocated(placement, written)
        : List.of();
  }

  private static ResourceClaim unallocated(ResourceClaim claim) {
    return ClaimStates.released(claim);
  }

  private static List<DeviceRequestAllocationResult> results(ResourceClaim claim) {
    return new ArrayList<>(
        claim.status().allocation().map(AllocationResult::devices).orElseThrow().results());
  }

  private static ResourceClaim renamed(ResourceClaim claim, String name) {
    var it = claim.metadata();
    return claim.withMetadata(it.withName(name).withUid("uid-" + name).withoutDeletion());
  }
}
