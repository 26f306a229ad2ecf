package dev.dray.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.client.Call;
import dev.dray.client.Fault;
import dev.dray.client.KnownObject;
import dev.dray.client.ResourceType;
import dev.dray.client.Resources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Small clusters in which everything goes wrong that can; {@code -Ddray.seed=17} replays one. */
class SchedulerPropertyTest {

  static LongStream seeds() {
    var one = Long.getLong("dray.seed");
    return one == null
        ? LongStream.range(0, Integer.getInteger("dray.seeds", 40))
        : LongStream.of(one);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void no_device_is_given_twice_and_whoever_can_run_runs_in_the_end(long seed) {
    var story = new Story(seed);
    var again = new Story(seed);

    story.tell();
    again.tell();

    story.check();
    assertThat(again.history()).as("the same seed tells the same story").isEqualTo(story.history());
  }

  /** What happens to one cluster. */
  private static final class Story {
    private static final List<ResourceType<?>> WATCHED =
        List.of(Resources.PODS, Resources.CLAIMS, Resources.NODES, Resources.SLICES);

    private final Random random;
    private final World world;
    private final List<String> pods = new ArrayList<>();
    private final List<String> claims = new ArrayList<>();
    private int made;
    private boolean calm;

    Story(long seed) {
      random = new Random(seed);
      world = new World(1 + random.nextInt(8));
      world.api.guard();
    }

    void tell() {
      int nodes = 1 + random.nextInt(4);
      for (int i = 0; i < nodes; i++) {
        world.nodeWithGpus("n" + i, random.nextInt(4));
      }
      world.api.chaos(this::mishap);
      control();
      for (int i = 0; i < 60; i++) {
        act();
        world.advance(Duration.ofMillis(random.nextInt(700)));
      }
      world.api.mend();
      for (var type : WATCHED) {
        world.api.delayWatch(type, Duration.ZERO);
        world.api.letGo(type);
      }
      calm = true;
      world.advance(Duration.ofMinutes(8));
    }

    private Optional<Fault> mishap(Call call) {
      return switch (random.nextInt(40)) {
        case 0 -> Optional.of(new Fault.Lose());
        case 1 -> Optional.of(new Fault.LoseAnswer());
        case 2 -> Optional.of(Fault.conflict());
        case 3 -> Optional.of(Fault.unavailable());
        case 4 -> Optional.of(new Fault.Slow(Duration.ofMillis(random.nextInt(2000))));
        case 5 -> Optional.of(new Fault.SlowAnswer(Duration.ofMillis(random.nextInt(2000))));
        case 6 -> Optional.of(new Fault.Refuse(403, "Forbidden", "not today"));
        default -> Optional.empty();
      };
    }

    private void act() {
      switch (random.nextInt(14)) {
        case 0, 1, 2, 3 -> {
          var name = "p" + made++;
          claims.add(name);
          pods.add(name);
          world.claim(name, 1 + random.nextInt(2));
          world.pod(name, name);
        }
        case 4 -> {
          if (!claims.isEmpty()) {
            var name = "s" + made++;
            pods.add(name);
            world.pod(name, any(claims));
          }
        }
        case 5 -> {
          var name = "q" + made++;
          pods.add(name);
          world.pod(name);
        }
        case 6 -> pick().ifPresent(it -> world.api.remove(Resources.PODS, "default", it));
        case 7, 8 -> pick().ifPresent(this::end);
        case 9 -> world.nodeWithGpus("n" + random.nextInt(5), random.nextInt(4));
        case 10 -> {
          var type = WATCHED.get(random.nextInt(WATCHED.size()));
          world.api.delayWatch(type, Duration.ofMillis(random.nextInt(1500)));
        }
        case 11 -> {
          var type = WATCHED.get(random.nextInt(WATCHED.size()));
          if (random.nextBoolean()) {
            world.api.endWatches(type);
          } else {
            world.api.forget(type);
          }
        }
        case 12 -> {
          if (random.nextInt(3) == 0) {
            world.restart();
          }
        }
        default -> {}
      }
    }

    private String any(List<String> names) {
      return names.get(random.nextInt(names.size()));
    }

    /** A pod that is there. */
    private Optional<String> pick() {
      var there = pods.stream().filter(this::exists).toList();
      return there.isEmpty() ? Optional.empty() : Optional.of(any(there));
    }

    private boolean exists(String pod) {
      return world.api.find(Resources.PODS, "default", pod).isPresent();
    }

    private void end(String pod) {
      if (!world.nodeOf(pod).isEmpty()) {
        world.api.edit(
            Resources.PODS,
            "default",
            pod,
            it -> it.with(List.of("status", "phase"), Json.of("Succeeded")));
      }
    }

    /** Does what the claim controller would: every now and then it lets go of who is gone. */
    private void control() {
      var live = new HashSet<String>();
      for (var pod : world.api.all(Resources.PODS)) {
        if (!pod.value().status().finished()) {
          live.add(pod.metadata().uid());
        }
      }
      for (var claim : world.api.all(Resources.CLAIMS)) {
        var users = claim.tree().objects("status", "reservedFor");
        var left = users.stream().filter(it -> live.contains(it.text("uid"))).toList();
        if (left.size() < users.size()) {
          world.api.put(
              Resources.CLAIMS,
              left.isEmpty()
                  ? claim.tree().without("status")
                  : claim.tree().with(List.of("status", "reservedFor"), Json.of(left)));
        }
      }
      world.loop.after(Duration.ofSeconds(calm ? 20 : 2), this::control);
    }

    void check() {
      var holders = new HashMap<String, String>();
      for (var claim : world.api.all(Resources.CLAIMS)) {
        for (var device : world.devices(claim.metadata().name())) {
          assertThat(holders.put(device, claim.key())).as(device).isNull();
        }
      }
      assertThat(world.scheduler.ledger()).isEqualTo(world.scheduler.rebuilt());
      assertThat(world.scheduler.isIdle()).isTrue();
      for (var pod : world.api.all(Resources.PODS)) {
        if (!pod.value().status().finished()) {
          checkPod(pod, holders.keySet().size());
        }
      }
      checkLeaks();
    }

    private void checkPod(KnownObject<dev.dray.api.core.Pod> pod, int held) {
      var node = pod.value().spec().nodeName();
      for (var entry : pod.value().spec().resourceClaims()) {
        var claim = entry.resourceClaimName();
        if (!node.isEmpty()) {
          assertThat(world.devices(claim)).as(pod.key()).allMatch(it -> it.startsWith(node + "/"));
          assertThat(world.claimTree(claim).objects("status", "reservedFor"))
              .as(pod.key())
              .anyMatch(it -> it.text("uid").equals(pod.metadata().uid()));
        } else {
          assertThat(fits(claim)).as("%s waits, %d devices are held", pod.key(), held).isFalse();
        }
      }
      if (pod.value().spec().resourceClaims().isEmpty()) {
        assertThat(node).as(pod.key()).isNotEmpty();
      }
    }

    /** Whether some node has free devices enough for the claim; all have room. */
    private boolean fits(String claim) {
      var wanted =
          world
              .claimTree(claim)
              .objects("spec", "devices", "requests")
              .getFirst()
              .number("exactly", "count")
              .orElseThrow();
      if (!world.devices(claim).isEmpty()) {
        return true;
      }
      var held = new HashSet<String>();
      world
          .api
          .all(Resources.CLAIMS)
          .forEach(it -> held.addAll(world.devices(it.metadata().name())));
      return world.api.all(Resources.SLICES).stream()
          .anyMatch(
              slice ->
                  slice.tree().objects("spec", "devices").stream()
                          .filter(
                              it ->
                                  !held.contains(
                                      slice.tree().text("spec", "pool", "name")
                                          + "/"
                                          + it.text("name")))
                          .count()
                      >= wanted);
    }

    private void checkLeaks() {
      for (var claim : world.api.all(Resources.CLAIMS)) {
        if (claim.value().status().allocation().isPresent()) {
          assertThat(claim.value().status().reservedFor()).as(claim.key()).isNotEmpty();
        }
      }
    }

    String history() {
      var calls = new StringBuilder();
      world.api.calls().forEach(it -> calls.append(it).append(' ').append(it.body()).append('\n'));
      return calls + world.api.dump();
    }
  }
}
