package dev.dray.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.client.Call;
import dev.dray.client.FakeApi;
import dev.dray.client.ManualLoop;
import dev.dray.client.Resources;
import dev.dray.controller.WorkQueue.Outcome;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Work of several steps comes to an end, whatever goes wrong at one of them. */
class ControllerCallsTest {
  private final ManualLoop loop = new ManualLoop();
  private final ControllerCalls controllerCalls = new ControllerCalls(new FakeApi(loop));
  private final List<String> answered = new ArrayList<>();
  private int faults;

  private final WorkQueue<String> queue =
      new WorkQueue<>(
          loop,
          "q",
          1,
          new QueueMetrics(loop, new Registration(new PrometheusRegistry())),
          controllerCalls.guarded(this::ask));

  /** Two calls, one after the answer to the other; the second answer is too much for it. */
  private void ask(String key, Consumer<Outcome> then) {
    controllerCalls.send(get(key), _ -> controllerCalls.send(get(key), _ -> answer(key, then)));
  }

  private static Call get(String name) {
    return Call.get(Resources.PODS, "ns", name);
  }

  private void answer(String key, Consumer<Outcome> then) {
    answered.add(key);
    if (key.equals("bad") && faults-- > 0) {
      throw new IllegalStateException("The answer makes no sense.");
    }
    then.accept(new Outcome.Finished());
  }

  @Test
  void a_failure_at_a_late_answer_is_tried_again_and_holds_up_nobody() {
    faults = 2;
    queue.add("bad");
    queue.add("good");
    queue.start();
    loop.run();

    assertThat(answered).containsExactly("bad", "good");

    loop.advance(Duration.ofSeconds(1));

    assertThat(answered).containsExactly("bad", "good", "bad", "bad");
    assertThat(queue.idle()).isTrue();
  }

  @Test
  void after_the_stop_no_answer_is_passed_on() {
    queue.add("good");
    queue.start();
    controllerCalls.stop();
    loop.run();

    assertThat(answered).isEmpty();
  }
}
