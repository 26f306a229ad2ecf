package dev.dray.e2e.fabric8;

import static dev.dray.e2e.fabric8.Check.expect;
import static dev.dray.e2e.fabric8.Check.until;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Informers on slices and claims. */
final class Informing {
  private Informing() {}

  /** Both stay in step while the server crashes and a writer goes on. */
  static void through_a_crash(Check.World world) throws Exception {
    var labels = Map.of("e2e", world.namespace());
    var slices = world.client().resources(ResourceSlice.class).withLabels(labels);
    var claims = world.client().resources(ResourceClaim.class).inNamespace(world.namespace());
    var sliceJournal = new Journal<ResourceSlice>();
    var claimJournal = new Journal<ResourceClaim>();
    try (var one = slices.inform(sliceJournal);
        var other = claims.inform(claimJournal)) {
      var stop = new AtomicBoolean();
      var acknowledged = new AtomicInteger();
      var writer = Thread.ofPlatform().start(() -> write(world, labels, stop, acknowledged));
      Thread.sleep(500);
      world.server().crash();
      Thread.sleep(500);
      stop.set(true);
      writer.join();
      until(
          "The informer of slices knows what is there",
          () -> sliceJournal.present().equals(Journal.versions(slices.list().getItems())));
      until(
          "The informer of claims knows what is there",
          () -> claimJournal.present().equals(Journal.versions(claims.list().getItems())));
      until("Both informers watch again", () -> one.isWatching() && other.isWatching());
      System.out.printf(
          "    informers: %d writes, %d events of slices, %d of claims%n",
          acknowledged.get(), sliceJournal.events(), claimJournal.events());
    }
    expect("wrong events of slices", sliceJournal.wrong(), List.of());
    expect("wrong events of claims", claimJournal.wrong(), List.of());
    slices.delete();
  }

  private static void write(
      Check.World world, Map<String, String> labels, AtomicBoolean stop, AtomicInteger count) {
    for (int i = 0; !stop.get(); i++) {
      var name = world.namespace() + "-" + i;
      try {
        world.client().resource(Samples.slice(name, labels)).create();
        var claim = world.client().resource(Samples.claim(world.namespace(), name)).create();
        world.client().resource(Samples.allocated(claim, name)).updateStatus();
        count.addAndGet(3);
        if (i % 3 == 2) {
          world.client().resource(claim).delete();
          count.incrementAndGet();
        }
      } catch (KubernetesClientException _) {
        // The server is away, or a retry found its own first attempt done: go on with the next.
      }
    }
  }
}
