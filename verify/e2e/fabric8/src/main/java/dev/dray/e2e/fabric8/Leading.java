package dev.dray.e2e.fabric8;

import static dev.dray.e2e.fabric8.Check.expect;
import static dev.dray.e2e.fabric8.Check.until;

import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Leader election on a Lease. */
final class Leading {
  private Leading() {}

  static void one_after_the_other(Check.World world) throws InterruptedException {
    var leaders = new CopyOnWriteArrayList<String>();
    var first = candidate(world, "first", leaders);
    until("The first candidate leads", () -> leaders.contains("first"));
    var second = candidate(world, "second", leaders);
    Thread.sleep(1000);
    expect("leaders", leaders, List.of("first"));
    first.cancel(true);
    until("The second candidate leads", () -> leaders.contains("second"));
    var lease = world.client().leases().inNamespace(world.namespace()).withName("leader").get();
    expect("holder", lease.getSpec().getHolderIdentity(), "second");
    second.cancel(true);
  }

  private static CompletableFuture<?> candidate(
      Check.World world, String name, List<String> leaders) {
    return world
        .client()
        .leaderElector()
        .withConfig(
            new LeaderElectionConfigBuilder()
                .withName(name)
                .withLock(new LeaseLock(world.namespace(), "leader", name))
                .withLeaseDuration(Duration.ofSeconds(3))
                .withRenewDeadline(Duration.ofSeconds(2))
                .withRetryPeriod(Duration.ofMillis(200))
                .withReleaseOnCancel(true)
                .withLeaderCallbacks(
                    new LeaderCallbacks(() -> leaders.add(name), () -> {}, leader -> {}))
                .build())
        .build()
        .start();
  }
}
