package dev.dray.bench.scale;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.Parallelizer;
import dev.dray.allocation.Sweep;
import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.allocation.placement.Placement;
import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.claim.AllocationWriter;
import dev.dray.claim.ClaimStates;
import dev.dray.claim.Written;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.Snapshot;
import dev.dray.ledger.Ledger;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Measures how long all nodes of a large cluster take to answer a plain claim. */
final class Sweeps {
  private static final int RUNS = 15;

  private static final String CLASS =
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: gpu}
      spec:
        selectors:
        - cel: {expression: device.driver == "%s"}
      """
          .formatted(Cluster.DRIVER);

  /** All cores, as whoever embeds the engine would use them. */
  private static final Parallelizer PARALLEL =
      (tasks, task) -> IntStream.range(0, tasks).parallel().forEach(task);

  private final Allocator allocator = new Allocator(Gates.defaults());
  private final List<LabeledNode> nodes;
  private final Snapshot snapshot;
  private final PrintStream out;

  Sweeps(Inventory inventory, Cluster cluster, PrintStream out) {
    inventory.put((DeviceClass) read(CLASS));
    this.snapshot = inventory.snapshot();
    this.nodes =
        IntStream.range(0, cluster.nodes())
            .mapToObj(i -> LabeledNode.named(Cluster.nodeName(i)))
            .toList();
    this.out = out;
  }

  private static Object read(String yaml) {
    var documents =
        new Manifests(FieldValidation.STRICT).read(yaml.getBytes(StandardCharsets.UTF_8));
    if (documents.getFirst() instanceof Document.Read read) {
      return read.object();
    }
    throw new IllegalStateException("The manifest (%s) cannot be read.".formatted(documents));
  }

  private static ResourceClaim claim(int number) {
    return (ResourceClaim)
        read(
            """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: two, namespace: default, uid: "%d"}
            spec:
              devices:
                requests:
                - name: gpus
                  exactly: {deviceClassName: gpu, allocationMode: ExactCount, count: 2}
            """
                .formatted(number));
  }

  void measure() {
    say("a new claim, one thread", Parallelizer.CALLER, true);
    say("a new claim, all cores", PARALLEL, true);
    say("the same again after one allocation", Parallelizer.CALLER, false);
  }

  private void say(String what, Parallelizer parallelizer, boolean fresh) {
    long best = Long.MAX_VALUE;
    var ledger = Ledger.empty();
    for (int run = 0; run < RUNS; run++) {
      if (fresh) {
        allocator.forgetClaims();
      }
      var claims = List.of(claim(run));
      long start = System.nanoTime();
      var sweep = allocator.sweep(snapshot, ledger, nodes, claims, parallelizer, () -> false);
      best = Math.min(best, System.nanoTime() - start);
      check(sweep);
      ledger = allocated(ledger, sweep, run);
    }
    out.printf(Locale.ROOT, "  a sweep   %.1f ms best, %s%n", best / 1e6, what);
  }

  private void check(Sweep sweep) {
    if (sweep.fitting() != nodes.size()) {
      throw new IllegalStateException("Only %d nodes fit.".formatted(sweep.fitting()));
    }
  }

  private static Ledger allocated(Ledger ledger, Sweep sweep, int node) {
    return sweep.answer(node) instanceof AllocationOutcome.Fits(var placement)
        ? ledger.with(written(placement))
        : ledger;
  }

  private static ResourceClaim written(Placement placement) {
    var writer = new AllocationWriter(Gates.defaults(), () -> "share");
    return switch (writer.results(placement)) {
      case Written.Results(var results) ->
          ClaimStates.allocated(placement.claims().getFirst().claim(), results.getFirst());
      case Written.Fatal(var message) -> throw new IllegalStateException(message);
    };
  }
}
