package dev.dray.controller;

import static dev.dray.controller.Bench.NS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.core.Pod;
import dev.dray.api.json.Json;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.Call;
import dev.dray.client.Fault;
import dev.dray.client.KnownObject;
import dev.dray.client.ResourceType;
import dev.dray.client.Resources;
import dev.dray.framework.claim.GeneratedClaims;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pods come, run, end and are replaced, while calls fail, answers get lost, watches are slow and
 * controllers start anew: no claim is made twice, none is taken from a pod that runs, and in the
 * end none is left over.
 */
class ControllersPropertyTest {

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#thousand")
  void whatever_goes_wrong_claims_are_made_once_and_let_go_of_in_the_end(long seed) {
    var first = new World(seed);
    first.live();

    if (seed % 10 == 0) {
      var second = new World(seed);
      second.live();
      assertThat(second.bench.api.dump()).isEqualTo(first.bench.api.dump());
      assertThat(second.bench.loop.done()).isEqualTo(first.bench.loop.done());
    }
  }

  /** A cluster with a scheduler and a collector that never err, and all else that does. */
  private static final class World {
    private static final List<ResourceType<?>> KINDS =
        List.of(Resources.PODS, Resources.CLAIMS, Resources.TEMPLATES);

    private final Bench bench = new Bench();
    private final Random random;
    private final List<Bench.Replica> replicas = new ArrayList<>();

    World(long seed) {
      random = new Random(seed);
      bench.putTemplate("one-gpu");
      bench.api.put(Resources.CLAIMS, Bench.claim("shared"));
      replicas.add(bench.begin());
    }

    void live() {
      for (int i = 0; i < 60; i++) {
        act();
        for (int steps = random.nextInt(30); steps > 0; steps--) {
          bench.loop.step();
        }
        if (random.nextInt(4) == 0) {
          bench.pass(Duration.ofMillis(random.nextInt(200)));
        }
        checkRunning();
        checkUnique();
      }
      settle();
      checkRunning();
      checkUnique();
      checkEnd();
    }

    private void act() {
      switch (random.nextInt(16)) {
        case 0, 1, 2 -> come();
        case 3, 4, 5, 6 -> schedule();
        case 7, 8 -> end();
        case 9 -> delete();
        case 10 -> collect();
        case 11 -> fail();
        case 12 -> bench.api.hold(kind());
        case 13 -> KINDS.forEach(bench.api::letGo);
        case 14 -> watchAnew();
        case 15 -> restart();
        default -> throw new AssertionError();
      }
    }

    private ResourceType<?> kind() {
      return KINDS.get(random.nextInt(KINDS.size()));
    }

    /** There are few names, so that pods take the places of others. */
    private void come() {
      var name = "p" + random.nextInt(6);
      if (bench.api.find(Resources.PODS, NS, name).isEmpty()) {
        bench.putPod(name, random.nextBoolean() ? "gpu=one-gpu" : "gpu:shared");
      }
    }

    private List<KnownObject<Pod>> pods() {
      return bench.api.all(Resources.PODS);
    }

    private void schedule() {
      for (var pod : pods()) {
        if (pod.value().spec().nodeName().isEmpty() && !PodEntries.done(pod.value())) {
          claimOf(pod).ifPresent(claim -> bind(pod, claim));
          return;
        }
      }
    }

    private java.util.Optional<KnownObject<ResourceClaim>> claimOf(KnownObject<Pod> pod) {
      return PodEntries.claims(pod).stream()
          .findFirst()
          .flatMap(name -> bench.api.find(Resources.CLAIMS, NS, name))
          .filter(it -> it.metadata().deletionTimestamp().isEmpty());
    }

    private void bind(KnownObject<Pod> pod, KnownObject<ResourceClaim> claim) {
      var users = new ArrayList<>(claim.tree().objects("status", "reservedFor"));
      users.add(Bench.user(pod.metadata().name(), pod.metadata().uid()));
      bench.api.put(Resources.CLAIMS, Bench.held(claim.tree(), users.toArray(Json.Obj[]::new)));
      bench.bind(pod.metadata().name());
    }

    private void end() {
      var all = pods();
      if (!all.isEmpty()) {
        var pod = all.get(random.nextInt(all.size()));
        if (!pod.value().spec().nodeName().isEmpty()) {
          bench.phase(pod.metadata().name(), random.nextBoolean() ? "Succeeded" : "Failed");
        }
      }
    }

    private void delete() {
      var all = pods();
      if (!all.isEmpty()) {
        bench.api.remove(Resources.PODS, NS, all.get(random.nextInt(all.size())).metadata().name());
      }
    }

    /** As a server does with objects whose owner is gone. */
    private void collect() {
      for (var claim : bench.claims()) {
        var owner = PodEntries.owner(claim.metadata());
        if (owner.isPresent() && !exists(owner.get().uid())) {
          var it = claim.metadata();
          bench.api.send(Call.delete(Resources.CLAIMS, NS, it.name(), it.uid()), _ -> {});
        }
      }
    }

    private boolean exists(String uid) {
      return pods().stream().anyMatch(it -> it.metadata().uid().equals(uid));
    }

    private void fail() {
      var fault =
          switch (random.nextInt(6)) {
            case 0 -> new Fault.Lose();
            case 1 -> new Fault.LoseAnswer();
            case 2 -> Fault.conflict();
            case 3 -> Fault.unavailable();
            case 4 -> new Fault.Slow(Duration.ofMillis(random.nextInt(500)));
            default -> new Fault.SlowAnswer(Duration.ofMillis(random.nextInt(500)));
          };
      bench.api.next(_ -> true, 1 + random.nextInt(3), fault);
    }

    private void watchAnew() {
      if (random.nextBoolean()) {
        bench.api.forget(kind());
      } else {
        bench.api.endWatches(kind());
      }
    }

    /** Now and then two of them run at a time. */
    private void restart() {
      replicas.add(bench.begin());
      if (replicas.size() > 2 || random.nextInt(3) > 0) {
        replicas.removeFirst().stop();
      }
    }

    private void settle() {
      bench.api.mend();
      KINDS.forEach(bench.api::letGo);
      for (int i = 0; i < 4; i++) {
        bench.pass(Duration.ofMinutes(30));
        collect();
      }
      bench.pass(Duration.ofMinutes(30));
    }

    /** A pod that was given devices has them until it ends. */
    private void checkRunning() {
      for (var pod : pods()) {
        if (!pod.value().spec().nodeName().isEmpty() && !PodEntries.done(pod.value())) {
          var claim = claimOf(pod).orElseThrow(() -> new AssertionError(pod + " has no claim"));
          assertThat(claim.value().status().allocation()).as(pod::toString).isPresent();
          assertThat(claim.value().status().reservedFor())
              .as(pod::toString)
              .anyMatch(it -> it.uid().equals(pod.metadata().uid()));
        }
      }
    }

    private void checkUnique() {
      var seen = new HashSet<String>();
      for (var claim : bench.claims()) {
        PodEntries.owner(claim.metadata())
            .ifPresent(
                owner -> {
                  var entry = claim.metadata().annotations().get(GeneratedClaims.ENTRY);
                  assertThat(seen.add(owner.uid() + "/" + entry)).as(claim::toString).isTrue();
                });
      }
    }

    private void checkEnd() {
      var needed = new HashSet<String>(List.of("shared"));
      for (var pod : pods()) {
        if (!PodEntries.done(pod.value())) {
          var claim = claimOf(pod).orElseThrow(() -> new AssertionError(pod + " has no claim"));
          needed.add(claim.metadata().name());
        }
      }
      assertThat(bench.claims())
          .extracting(it -> it.metadata().name())
          .containsExactlyInAnyOrderElementsOf(needed);
      for (var claim : bench.claims()) {
        var users = claim.value().status().reservedFor();
        assertThat(users).allMatch(it -> runs(it.uid()));
        assertThat(claim.value().status().allocation().isPresent()).isEqualTo(!users.isEmpty());
      }
    }

    private boolean runs(String uid) {
      return pods().stream()
          .anyMatch(it -> it.metadata().uid().equals(uid) && !PodEntries.done(it.value()));
    }
  }
}
