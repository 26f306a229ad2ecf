package dev.dray.verify.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.client.Call;
import dev.dray.client.ResourceType;
import dev.dray.client.Resources;
import dev.dray.watch.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Mistakes that are made on purpose, each of which the simulation finds within a few seeds. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SabotageTest {
  private static final int SEEDS = 60;
  private static final String CLAIMS = "/registry/resource.k8s.io/resourceclaims/";
  private static final List<String> ALLOCATION = List.of("status", "allocation");
  private static final List<String> RESERVED_FOR = List.of("status", "reservedFor");

  @BeforeAll
  static void silence() {
    Simulate.silence();
  }

  /** Runs seeds until the mistake is found; a seed in which it is found finds it every time. */
  private static void isFound(String finding, Supplier<Sabotage> mistake) {
    var others = new ArrayList<String>();
    for (long seed = 0; seed < SEEDS; seed++) {
      var found = ClusterSimulation.run(seed, mistake.get()).findings();
      if (found.stream().anyMatch(it -> it.contains(finding))) {
        assertThat(ClusterSimulation.run(seed, mistake.get()).findings()).isEqualTo(found);
        assertThat(ClusterSimulation.run(seed).findings()).isEmpty();
        return;
      }
      found.forEach(others::add);
    }
    assertThat(others).as("within %d seeds", SEEDS).anyMatch(it -> it.contains(finding));
  }

  private static boolean isClaimStatus(Call call) {
    return call.type().equals(Resources.CLAIMS) && call.subresource().equals("status");
  }

  private static Call with(Call call, UnaryOperator<Json.Obj> edit) {
    return new Call(
        call.verb(),
        call.type(),
        call.namespace(),
        call.name(),
        call.subresource(),
        edit.apply((Json.Obj) call.body()),
        call.manager());
  }

  /** Does something to the status of claims that are stored, past all checks. */
  private abstract static class Rogue implements Sabotage {
    private final Map<String, Json.Obj> claims = new TreeMap<>();
    private boolean acting;

    @Override
    public final void stored(Event event, SimulatedServer server) {
      if (!event.key().startsWith(CLAIMS)) {
        return;
      }
      var now = event.now().map(it -> it.tree().without(List.of("metadata", "resourceVersion")));
      now.ifPresentOrElse(it -> claims.put(event.key(), it), () -> claims.remove(event.key()));
      if (!acting && now.isPresent()) {
        acting = true;
        act(event.key(), now.get(), claims, server);
        acting = false;
      }
    }

    abstract void act(
        String key, Json.Obj claim, Map<String, Json.Obj> all, SimulatedServer server);
  }

  /** Gives whatever a claim has to another claim, too. */
  private static final class Generous extends Rogue {
    @Override
    void act(String key, Json.Obj claim, Map<String, Json.Obj> all, SimulatedServer server) {
      if (claim.find("status", "allocation").isEmpty()) {
        return;
      }
      all.entrySet().stream()
          .filter(it -> it.getValue().find("status", "allocation").isEmpty())
          .findFirst()
          .ifPresent(
              it ->
                  server.force(it.getKey(), it.getValue().with("status", claim.object("status"))));
    }
  }

  @Test
  void a_server_that_lets_a_device_be_given_twice() {
    isFound(" is given to ", Generous::new);
  }

  @Test
  void a_server_that_lets_more_bandwidth_be_given_than_there_is() {
    isFound("draws on counter bandwidth", Generous::new);
  }

  @Test
  void a_server_that_takes_devices_from_running_pods() {
    isFound(
        "has no devices, by the write of claim",
        () ->
            new Rogue() {
              private int seen;

              @Override
              void act(
                  String key, Json.Obj claim, Map<String, Json.Obj> all, SimulatedServer server) {
                if (claim.find("status", "allocation").isPresent() && ++seen % 2 == 0) {
                  server.force(key, claim.without(ALLOCATION));
                }
              }
            });
  }

  @Test
  void a_scheduler_that_forgets_reservations() {
    isFound(
        "has devices and is reserved for nobody",
        () ->
            new Sabotage() {
              @Override
              public Optional<Call> sent(String process, Call call) {
                return Optional.of(
                    process.startsWith("scheduler")
                            && isClaimStatus(call)
                            && call.verb() == Call.Verb.UPDATE
                        ? with(call, it -> it.without(RESERVED_FOR))
                        : call);
              }
            });
  }

  @Test
  void a_scheduler_that_only_thinks_that_it_binds() {
    isFound(
        "waits and could run on node",
        () ->
            new Sabotage() {
              @Override
              public Optional<Call> sent(String process, Call call) {
                return process.startsWith("scheduler") && call.subresource().equals("binding")
                    ? Optional.empty()
                    : Optional.of(call);
              }
            });
  }

  @Test
  void a_scheduler_that_does_not_hear_of_slices() {
    isFound(
        "waits and could run on node",
        () ->
            new Sabotage() {
              @Override
              public boolean hears(String process, ResourceType<?> type) {
                return !process.startsWith("scheduler") || !type.equals(Resources.SLICES);
              }
            });
  }

  @Test
  void a_scheduler_whose_ledger_is_not_what_the_api_says() {
    isFound(
        "has another ledger than the API",
        () ->
            new Sabotage() {
              @Override
              public boolean hears(String process, ResourceType<?> type) {
                return !process.startsWith("scheduler") || !type.equals(Resources.CLAIMS);
              }
            });
  }

  @Test
  void a_controller_that_does_not_give_devices_back() {
    isFound(
        "is reserved for pod",
        () ->
            new Sabotage() {
              @Override
              public Optional<Call> sent(String process, Call call) {
                return process.equals("controllers")
                        && call.type().equals(Resources.CLAIMS)
                        && call.verb() == Call.Verb.UPDATE
                    ? Optional.empty()
                    : Optional.of(call);
              }
            });
  }

  @Test
  void a_controller_that_keeps_claims_from_going() {
    isFound(
        "is deleted, used by nobody, and still there",
        () ->
            new Sabotage() {
              @Override
              public Optional<Call> sent(String process, Call call) {
                return process.equals("controllers")
                        && call.type().equals(Resources.CLAIMS)
                        && call.subresource().isEmpty()
                        && call.verb() == Call.Verb.UPDATE
                    ? Optional.empty()
                    : Optional.of(call);
              }
            });
  }

  @Test
  void a_node_that_starts_nothing() {
    isFound(
        "and does not run",
        () ->
            new Sabotage() {
              @Override
              public Optional<Call> sent(String process, Call call) {
                return process.equals("nodes")
                        && call.type().equals(Resources.PODS)
                        && call.subresource().equals("status")
                    ? Optional.empty()
                    : Optional.of(call);
              }
            });
  }

  /** What does not follow from the seed shows as another history. */
  @Test
  void a_component_that_decides_by_anything_but_the_seed() {
    var clock = new AtomicLong();
    Sabotage unseeded =
        new Sabotage() {
          @Override
          public Optional<Call> sent(String process, Call call) {
            return Optional.of(
                process.startsWith("scheduler") && isClaimStatus(call)
                    ? with(
                        call,
                        it ->
                            it.with(
                                List.of("status", "allocation", "allocationTimestamp"),
                                Json.of(
                                    "2026-01-01T00:00:%02dZ"
                                        .formatted(clock.incrementAndGet() % 60))))
                    : call);
          }
        };
    var digests = new ArrayList<Long>();
    for (int run = 0; run < 2; run++) {
      long together = 0;
      for (long seed = 0; seed < 6; seed++) {
        together = together * 31 + ClusterSimulation.run(seed, unseeded).digest();
      }
      digests.add(together);
    }

    assertThat(digests.getFirst()).isNotEqualTo(digests.getLast());
  }
}
