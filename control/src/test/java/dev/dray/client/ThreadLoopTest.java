package dev.dray.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ThreadLoopTest {
  private static final long SECONDS = 20;

  private final List<String> done = Collections.synchronizedList(new ArrayList<>());

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void what_is_posted_is_done_in_order_and_on_one_thread() throws Exception {
    try (var loop = new ThreadLoop("test")) {
      var last = new CountDownLatch(1);
      IntStream.range(0, 1000)
          .forEach(it -> loop.post(() -> done.add(Thread.currentThread().getName() + " " + it)));
      loop.post(last::countDown);

      await(last);

      assertThat(done)
          .containsExactlyElementsOf(
              IntStream.range(0, 1000).mapToObj(it -> "test " + it).toList());
    }
  }

  @Test
  void what_is_for_later_comes_in_the_order_of_its_time() throws Exception {
    try (var loop = new ThreadLoop("test")) {
      var last = new CountDownLatch(1);
      var ready = new CountDownLatch(1);
      loop.post(
          () -> {
            loop.after(Duration.ofMillis(60), last::countDown);
            loop.after(Duration.ofMillis(40), () -> done.add("second"));
            loop.after(Duration.ofMillis(20), () -> done.add("first"));
            loop.after(Duration.ofMillis(30), () -> done.add("never")).cancel();
            ready.countDown();
          });
      await(ready);

      await(last);

      assertThat(done).containsExactly("first", "second");
    }
  }

  @Test
  void a_task_that_fails_does_not_end_the_loop() throws Exception {
    try (var loop = new ThreadLoop("test")) {
      var after = new CountDownLatch(1);
      loop.post(
          () -> {
            throw new IllegalStateException("on purpose");
          });
      loop.post(after::countDown);

      await(after);
    }
  }

  @Test
  void a_closed_loop_does_nothing_more() throws Exception {
    var loop = new ThreadLoop("test");
    loop.after(Duration.ofMillis(1), () -> {});
    loop.close();

    loop.post(() -> done.add("never"));
    Thread.sleep(20);

    assertThat(done).isEmpty();
  }
}
