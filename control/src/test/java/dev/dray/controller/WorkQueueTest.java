package dev.dray.controller;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.client.ManualLoop;
import dev.dray.controller.WorkQueue.Outcome;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Keys wait once, are worked on one at a time, and come back when they fail. */
class WorkQueueTest {
  private final ManualLoop loop = new ManualLoop();
  private final PrometheusRegistry metrics = new PrometheusRegistry();
  private final List<String> begun = new ArrayList<>();
  private final List<Instant> times = new ArrayList<>();
  private final Map<String, Consumer<Outcome>> open = new LinkedHashMap<>();
  private Function<String, Outcome> answer = _ -> new Outcome.Finished();
  private boolean waits;
  private final WorkQueue<String> queue =
      new WorkQueue<>(loop, "q", 2, new QueueMetrics(loop, new Registration(metrics)), this::work);

  private void work(String key, Consumer<Outcome> then) {
    begun.add(key);
    times.add(loop.now());
    if (waits) {
      open.put(key, then);
    } else {
      then.accept(answer.apply(key));
    }
  }

  private void end(String key) {
    tell(key, new Outcome.Finished());
    loop.run();
  }

  private void tell(String key, Outcome outcome) {
    requireNonNull(open.remove(key)).accept(outcome);
  }

  @Test
  void what_is_added_before_the_start_waits() {
    queue.add("a");
    loop.run();
    assertThat(begun).isEmpty();

    queue.start();
    loop.run();

    assertThat(begun).containsExactly("a");
  }

  @Test
  void a_key_that_is_added_often_is_worked_on_once() {
    queue.start();
    queue.add("a");
    queue.add("b");
    queue.add("a");
    loop.run();

    assertThat(begun).containsExactly("a", "b");
  }

  @Test
  void a_key_that_is_added_while_it_is_worked_on_comes_again_afterwards() {
    waits = true;
    queue.start();
    queue.add("a");
    loop.run();
    queue.add("a");
    queue.add("a");
    loop.run();
    assertThat(begun).containsExactly("a");

    end("a");

    assertThat(begun).containsExactly("a", "a");
    end("a");
    assertThat(begun).hasSize(2);
    assertThat(queue.idle()).isTrue();
  }

  @Test
  void no_more_keys_are_worked_on_at_a_time_than_allowed() {
    waits = true;
    queue.start();
    List.of("a", "b", "c", "d").forEach(queue::add);
    loop.run();
    assertThat(begun).containsExactly("a", "b");

    end("b");

    assertThat(begun).containsExactly("a", "b", "c");
  }

  @Test
  void what_fails_is_tried_again_after_a_time_that_doubles() {
    answer = _ -> new Outcome.Failed("no");
    queue.start();
    queue.add("a");
    loop.advance(Duration.ofMillis(100));

    assertThat(times)
        .extracting(it -> Duration.between(ManualLoop.START, it).toMillis())
        .containsExactly(0L, 5L, 15L, 35L, 75L);
  }

  @Test
  void success_forgets_failures() {
    answer = _ -> begun.size() < 4 ? new Outcome.Failed("no") : new Outcome.Finished();
    queue.start();
    queue.add("a");
    loop.advance(Duration.ofSeconds(1));
    assertThat(begun).hasSize(4);

    begun.clear();
    times.clear();
    queue.add("a");
    loop.advance(Duration.ofMillis(6));

    assertThat(begun).hasSize(2);
  }

  @Test
  void nobody_waits_longer_than_a_thousand_seconds() {
    assertThat(WorkQueue.delay(1)).isEqualTo(Duration.ofMillis(5));
    assertThat(WorkQueue.delay(18)).isEqualTo(Duration.ofMillis(655_360));
    assertThat(WorkQueue.delay(19)).isEqualTo(Duration.ofSeconds(1000));
    assertThat(WorkQueue.delay(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(1000));
  }

  @Test
  void of_several_times_the_first_one_counts() {
    queue.start();
    queue.addAfter(Duration.ofSeconds(5), "a");
    queue.addAfter(Duration.ofSeconds(2), "a");
    queue.addAfter(Duration.ofSeconds(9), "a");
    loop.advance(Duration.ofSeconds(20));

    assertThat(times).containsExactly(ManualLoop.START.plusSeconds(2));
  }

  @Test
  void what_is_not_due_comes_when_it_is() {
    answer =
        _ ->
            loop.now().equals(ManualLoop.START)
                ? new Outcome.NotYet(Duration.ofSeconds(3))
                : new Outcome.Finished();
    queue.start();
    queue.add("a");
    loop.advance(Duration.ofSeconds(10));

    assertThat(times).containsExactly(ManualLoop.START, ManualLoop.START.plusSeconds(3));
  }

  @Test
  void a_worker_that_throws_fails() {
    answer =
        _ -> {
          if (begun.size() == 1) {
            throw new IllegalStateException("a mistake");
          }
          return new Outcome.Finished();
        };
    queue.start();
    queue.add("a");
    loop.advance(Duration.ofSeconds(1));

    assertThat(begun).hasSize(2);
  }

  @Test
  void a_stopped_queue_does_nothing_more() {
    waits = true;
    queue.start();
    queue.add("a");
    loop.run();
    queue.add("a");
    queue.addAfter(Duration.ofSeconds(1), "b");

    queue.stop();
    tell("a", new Outcome.Failed("too late"));
    queue.add("c");
    queue.addAfter(Duration.ofSeconds(1), "d");
    loop.advance(Duration.ofHours(1));

    assertThat(begun).containsExactly("a");
    assertThat(loop.timers()).isZero();
  }

  @Test
  void queues_are_measured_as_those_of_client_go() {
    waits = true;
    queue.add("a");
    queue.add("b");
    queue.add("c");
    loop.advance(Duration.ofSeconds(2));
    queue.start();
    loop.run();
    loop.advance(Duration.ofSeconds(3));

    assertThat(counter("workqueue_adds")).isEqualTo(3);
    assertThat(gauge("workqueue_depth")).isEqualTo(1);
    assertThat(gauge("workqueue_unfinished_work_seconds")).isEqualTo(6);
    assertThat(histogram("workqueue_queue_duration_seconds").getSum()).isEqualTo(4);

    tell("a", new Outcome.Failed("no"));
    assertThat(gauge("workqueue_unfinished_work_seconds")).isEqualTo(3);
    assertThat(counter("workqueue_retries")).isEqualTo(1);
    assertThat(histogram("workqueue_work_duration_seconds").getSum()).isEqualTo(3);
  }

  private MetricSnapshot metric(String name) {
    return metrics.scrape().stream()
        .filter(it -> it.getMetadata().getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private double counter(String name) {
    return ((CounterSnapshot) metric(name)).getDataPoints().getFirst().getValue();
  }

  private double gauge(String name) {
    return ((GaugeSnapshot) metric(name)).getDataPoints().getFirst().getValue();
  }

  private HistogramSnapshot.HistogramDataPointSnapshot histogram(String name) {
    return ((HistogramSnapshot) metric(name)).getDataPoints().getFirst();
  }
}
