package dev.dray.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.inventory.LabeledNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementTest {
  private static final World WORLD =
      new World(
          "w",
          -1,
          List.of(LabeledNode.named("a"), LabeledNode.named("b")),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of());

  private final Counting sweeper = new Counting();
  private final Measurement measurement =
      new Measurement(
          WORLD, sweeper, new Measurement.Bounds(Duration.ofMillis(5), 3, Duration.ofMinutes(1)));

  @Test
  void a_cold_sweep_takes_the_world_in_anew() {
    var measured = measurement.cold();

    assertThat(measured.figures().sweeps()).isEqualTo(3);
    assertThat(sweeper.prepared).isEqualTo(sweeper.runs).isGreaterThan(3);
  }

  @Test
  void a_warm_sweep_finds_it_taken_in() {
    var measured = measurement.warm();

    assertThat(measured.figures().sweeps()).isEqualTo(3);
    assertThat(sweeper.prepared).isEqualTo(1);
    assertThat(measured.lines())
        .containsExactly("a\tgpu=d/a/gpu-0,gpu=d/a/gpu-1;nic=d/p/x", "b\t-");
    assertThat(measured.figures().fits()).isEqualTo(1);
  }

  /** Always answers the same. */
  private static final class Counting implements Sweeper {
    private int prepared;
    private int runs;

    @Override
    public Sweep prepare(World world) {
      prepared++;
      return new Sweep() {
        @Override
        public void run() {
          runs++;
        }

        @Override
        public List<Answer> answers() {
          var gpus =
              List.of(
                  new Answer.Given("gpu", "d", "a", "gpu-0"),
                  new Answer.Given("gpu", "d", "a", "gpu-1"));
          var nic = List.of(new Answer.Given("nic", "d", "p", "x"));
          return List.of(new Answer.Fits("a", List.of(gpus, nic)), new Answer.NoFit("b"));
        }
      };
    }
  }
}
