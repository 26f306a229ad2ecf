package dev.dray.verify.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.Sweep;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourcePool;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.Snapshot;
import dev.dray.ledger.Ledger;
import dev.dray.verify.reference.RandomWorld;
import dev.dray.verify.reference.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Nodes share answers if they are alike. Here most nodes of a cluster are copies of one, and some
 * of the copies differ in a device, a value or a claim: each must answer as if it were alone.
 */
class AlikeNodesPropertyTest {
  private static final int COPIES = 8;
  private static final long SEEDS = Long.getLong("dray.seeds", 500);

  @Test
  void a_node_answers_as_if_there_were_no_other_like_it() {
    long shared = 0;
    for (long seed = Long.getLong("dray.seed", 0); seed < end(); seed++) {
      var cluster = new Copies(RandomWorld.harder(seed), seed);
      var sweep = cluster.sweep(new Allocator(cluster.world.gates()), cluster.nodes);
      long alone = 0;
      for (int i = 0; i < cluster.nodes.size(); i++) {
        var one =
            cluster.sweep(new Allocator(cluster.world.gates()), cluster.nodes.subList(i, i + 1));
        alone += one.steps();
        assertThat(sweep.answer(i))
            .as("-Ddray.seed=%d, %s", seed, cluster.nodes.get(i).name())
            .isEqualTo(one.answer(0));
      }
      shared += sweep.steps() < alone ? 1 : 0;
    }
    assertThat(shared).as("clusters whose nodes shared an answer").isPositive();
  }

  private static long end() {
    return Long.getLong("dray.seed") == null ? SEEDS : Long.getLong("dray.seed", 0) + 1;
  }

  /** A world whose node is there several times, nearly the same. */
  private static final class Copies {
    private final World world;
    private final List<LabeledNode> nodes = new ArrayList<>();
    private final Snapshot snapshot;
    private final Ledger ledger;

    /** Also slices for all nodes are copied for one: more of what a node sees is then its own. */
    Copies(World world, long seed) {
      this.world = world;
      var random = new SplittableRandom(seed);
      var inventory = new Inventory(world.gates());
      world.classes().forEach(inventory::put);
      world.patches().forEach(inventory::put);
      world.taintRules().forEach(inventory::put);
      world.slices().forEach(inventory::put);
      var facts = world.node();
      nodes.add(new LabeledNode(facts.name(), facts.labels(), facts.declaredFeatures()));
      var claims = new ArrayList<>(world.allocatedClaims());
      for (int copy = 0; copy < COPIES; copy++) {
        int number = copy;
        nodes.add(new LabeledNode("copy-" + copy, facts.labels(), facts.declaredFeatures()));
        boolean differs = random.nextInt(3) > 0;
        world.slices().stream()
            .map(slice -> copy(differs ? changed(slice, random) : slice, number))
            .forEach(inventory::put);
        world.allocatedClaims().stream()
            .filter(_ -> random.nextInt(3) == 0)
            .forEach(claim -> claims.add(copy(claim, number)));
      }
      snapshot = inventory.snapshot();
      ledger = Ledger.of(claims);
    }

    Sweep sweep(Allocator allocator, List<LabeledNode> nodes) {
      return allocator.sweep(snapshot, ledger, nodes, world.claimsToAllocate());
    }

    private static ResourceSlice changed(ResourceSlice slice, SplittableRandom random) {
      if (slice.spec().devices().isEmpty()) {
        return slice;
      }
      var devices = new ArrayList<>(slice.spec().devices());
      int one = random.nextInt(devices.size());
      int two = random.nextInt(devices.size());
      var first = devices.get(one);
      var second = devices.get(two);
      switch (random.nextInt(4)) {
        case 0 -> devices.set(one, first.withAttributes(Map.of()));
        case 1 -> devices.set(one, first.withConsumesCounters(second.consumesCounters()));
        default -> {
          devices.set(one, first.withAttributes(second.attributes()));
          devices.set(two, second.withAttributes(first.attributes()));
        }
      }
      return slice.withSpec(slice.spec().withDeviceList(Optional.of(devices)));
    }

    private static ResourceSlice copy(ResourceSlice slice, int copy) {
      var spec = slice.spec();
      var pool = spec.pool();
      return new ResourceSlice(
          slice.metadata().withName(slice.metadata().name() + "-" + copy),
          new ResourceSliceSpec(
              spec.driver(),
              new ResourcePool(
                  poolOf(pool.name(), copy), pool.generation(), pool.resourceSliceCount()),
              Optional.of("copy-" + copy),
              Optional.empty(),
              Optional.empty(),
              spec.deviceList(),
              Optional.empty(),
              spec.counterSetList(),
              spec.mixins(),
              spec.partitionTypeAttribute(),
              spec.skipNodeOperations()));
    }

    private static String poolOf(String pool, int copy) {
      return pool + "-" + copy;
    }

    private static ResourceClaim copy(ResourceClaim claim, int copy) {
      var allocation = claim.status().allocation().orElseThrow();
      var results =
          allocation.devices().results().stream().map(result -> copy(result, copy)).toList();
      var metadata = claim.metadata();
      return claim
          .withMetadata(
              metadata.withName(metadata.name() + "-" + copy).withUid(metadata.uid() + "-" + copy))
          .withStatus(
              claim
                  .status()
                  .withAllocation(
                      Optional.of(
                          allocation.withDevices(allocation.devices().withResults(results)))));
    }

    private static DeviceRequestAllocationResult copy(
        DeviceRequestAllocationResult result, int copy) {
      return new DeviceRequestAllocationResult(
          result.request(),
          result.driver(),
          poolOf(result.pool(), copy),
          result.device(),
          result.adminAccess(),
          result.tolerations(),
          result.bindingConditions(),
          result.bindingFailureConditions(),
          result.shareId(),
          result.consumedCapacity(),
          result.skipNodeOperations(),
          result.compatibilityGroups(),
          result.consumedCounters());
    }
  }
}
