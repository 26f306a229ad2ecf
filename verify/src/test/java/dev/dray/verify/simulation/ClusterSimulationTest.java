package dev.dray.verify.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Histories of a whole control plane under fire.
 *
 * <p>A thousand of them; {@code -Ddray.seeds=100000} makes it more, {@code -Ddray.seed=17} is one,
 * and {@code verify/simulate --seed 17 --trace} tells it.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClusterSimulationTest {
  private static final int TOLD = 100;

  @BeforeAll
  static void silence() {
    Simulate.silence();
  }

  private static LongStream seeds() {
    Long only = Long.getLong("dray.seed");
    return only == null
        ? LongStream.range(0, Long.getLong("dray.seeds", 1_000))
        : LongStream.of(only);
  }

  @Test
  void whatever_goes_wrong_nothing_stays_wrong_and_every_seed_has_one_history() {
    var troubles =
        seeds().parallel().mapToObj(Simulate::trouble).filter(it -> !it.isEmpty()).toList();

    assertThat(troubles)
        .as("verify/simulate --seed N --trace tells the history of one of them")
        .isEmpty();
  }

  @Test
  void everything_happens_that_can() {
    var told = new StringBuilder();
    for (long seed = 0; seed < TOLD; seed++) {
      var lines = ClusterSimulation.tell(seed).lines();
      assertThat(lines.size()).as("a history is long").isGreaterThan(100);
      lines.forEach(it -> told.append(it).append('\n'));
    }

    assertThat(HAPPENS.stream().filter(it -> !Pattern.compile(it).matcher(told).find()))
        .as("what never happens in %d histories", TOLD)
        .isEmpty();
  }

  private static final List<String> HAPPENS = happens();

  private static List<String> happens() {
    var all = new ArrayList<String>();
    // The weather.
    all.addAll(List.of("InternalError", "TooManyRequests", "ServiceUnavailable", "504 Timeout"));
    all.addAll(List.of("the object has been modified", "preceded by a meddler", "gets lost"));
    all.addAll(List.of("no answer came in time", "watch of \\S+ ends: Refused.code=410"));
    // What befalls processes.
    for (var process : List.of("scheduler-a", "scheduler-b", "controllers", "nodes")) {
      for (var fate : List.of("is killed", "stands still", "is cut off")) {
        all.add(process + " +" + fate);
      }
    }
    // What comes from outside.
    all.add("resourceslices/\\S+ is new: generation [2-9]");
    all.add("core/nodes/\\S+ is changed: .*\"unschedulable\":true");
    all.add("core/namespaces/team is gone");
    for (var kind : List.of("resourceslice", "resourceslicepatche", "devicetaintrule", "node")) {
      all.add(kind + "s/\\S+ is new");
      all.add(kind + "s/\\S+ is gone");
    }
    // What comes of it.
    for (var phase : List.of("Running", "Succeeded")) {
      all.add("is changed: \\S+, %s, on node".formatted(phase));
    }
    for (var sort : Hardware.Sort.values()) {
      all.add("has %s/".formatted(sort.driver()));
    }
    all.addAll(List.of("has gpu\\S+-mig-", "has gpu\\S+-vgpu-", "Another client was faster"));
    return List.copyOf(all);
  }
}
