package dev.dray.framework.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.meta.Quantity;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NodeResourcesTest {
  private static NodeResources room(String... amounts) {
    var allocatable = new TreeMap<String, Quantity>();
    for (int i = 0; i < amounts.length; i += 2) {
      allocatable.put(amounts[i], Quantity.parse(amounts[i + 1]));
    }
    return new NodeResources(allocatable);
  }

  private static PodRequests amounts(long milliCpu, long memory) {
    return new PodRequests(Map.of("cpu", milliCpu, "memory", memory), milliCpu, memory);
  }

  private static PodRequests amount(String resource, long amount) {
    return new PodRequests(Map.of(resource, amount), 0, 0);
  }

  @Test
  void what_is_asked_for_must_be_left() {
    var resources = room("cpu", "2", "memory", "100");

    assertThat(resources.fits(amounts(2000, 100))).isTrue();
    assertThat(resources.shortages(amounts(2001, 100))).containsExactly("Insufficient cpu");

    resources.take(amounts(1500, 50));

    assertThat(resources.fits(amounts(500, 50))).isTrue();
    assertThat(resources.fits(amounts(501, 50))).isFalse();
    assertThat(resources.shortages(amounts(501, 51)))
        .containsExactlyInAnyOrder("Insufficient cpu", "Insufficient memory");
  }

  @Test
  void a_node_takes_so_many_pods_and_not_more() {
    var resources = room("pods", "1");

    assertThat(resources.fits(PodRequests.NONE)).isTrue();

    resources.take(PodRequests.NONE);

    assertThat(resources.fits(PodRequests.NONE)).isFalse();
    assertThat(resources.shortages(PodRequests.NONE)).containsExactly("Too many pods");
  }

  @Test
  void a_node_that_does_not_tell_takes_a_hundred_and_ten_pods() {
    var resources = room("cpu", "1");

    for (int i = 0; i < 110; i++) {
      assertThat(resources.fits(PodRequests.NONE)).isTrue();
      resources.take(PodRequests.NONE);
    }

    assertThat(resources.fits(PodRequests.NONE)).isFalse();
  }

  @Test
  void extended_resources_are_there_only_if_they_are_listed() {
    var resources = room("cpu", "1", "example.com/foo", "3");

    assertThat(resources.fits(amount("example.com/foo", 3))).isTrue();
    assertThat(resources.shortages(amount("example.com/foo", 4)))
        .containsExactly("Insufficient example.com/foo");
    assertThat(resources.shortages(amount("example.com/bar", 1)))
        .containsExactly("Insufficient example.com/bar");
  }

  @Test
  void what_a_hand_written_node_leaves_out_does_not_run_out() {
    assertThat(room("cpu", "1").fits(amount("memory", Long.MAX_VALUE))).isTrue();
    assertThat(room("cpu", "1").fits(amount("ephemeral-storage", Long.MAX_VALUE))).isTrue();
    assertThat(room().fits(amount("example.com/foo", Long.MAX_VALUE))).isTrue();
  }

  @Test
  void amounts_beyond_a_long_are_as_much_as_there_can_be() {
    var resources = room("memory", "1Ei");
    resources.take(amounts(Long.MAX_VALUE, Long.MAX_VALUE));
    resources.take(amounts(Long.MAX_VALUE, Long.MAX_VALUE));

    assertThat(resources.fits(amount("memory", 1))).isFalse();
    assertThat(resources.leastAllocated(amounts(0, Long.MAX_VALUE))).isZero();
  }

  /** (4000 - 1000) / 4000 = 75 and (1000 - 500) / 1000 = 50: their mean, rounded down. */
  @Test
  void the_emptier_a_node_the_better() {
    assertThat(room("cpu", "4", "memory", "1000").leastAllocated(amounts(1000, 500))).isEqualTo(62);
  }

  @Test
  void pods_that_run_count_for_how_empty_a_node_is() {
    var resources = room("cpu", "4", "memory", "1000");
    resources.take(amounts(1000, 250));

    assertThat(resources.leastAllocated(amounts(1000, 250))).isEqualTo(50);
  }

  @Test
  void a_node_without_limits_is_neither_empty_nor_full() {
    assertThat(room().leastAllocated(amounts(1000, 500))).isZero();
  }

  /** 1000 / 4000 = 25 and 500 / 1000 = 50: their mean, rounded down. */
  @Test
  void how_full_a_node_is_is_the_mean_of_cpu_and_memory() {
    assertThat(room("cpu", "4", "memory", "1000").mostAllocated(amounts(1000, 500))).isEqualTo(37);
  }

  @Test
  void pods_that_run_count_for_how_full_a_node_is() {
    var resources = room("cpu", "4", "memory", "1000");
    resources.take(amounts(2000, 500));

    assertThat(resources.mostAllocated(amounts(1000, 250))).isEqualTo(75);
  }

  @Test
  void empty_and_full_are_both_rounded_down() {
    var resources = room("cpu", "3");

    assertThat(resources.mostAllocated(amounts(1000, 0))).isEqualTo(33);
    assertThat(resources.leastAllocated(amounts(1000, 0))).isEqualTo(66);
  }

  /** Pods that ask for nothing are taken to use a little, for which there need be no room. */
  @Test
  void a_node_is_not_more_than_full() {
    assertThat(room("cpu", "1").mostAllocated(amounts(1001, 0))).isEqualTo(100);
    assertThat(room("memory", "7Ei").mostAllocated(amounts(0, Long.MAX_VALUE))).isEqualTo(100);
  }

  @Test
  void what_is_not_limited_or_not_there_does_not_count_for_how_full_a_node_is() {
    assertThat(room().mostAllocated(amounts(1000, 500))).isZero();
    assertThat(room("cpu", "2").mostAllocated(amounts(1000, 500))).isEqualTo(50);
    assertThat(room("cpu", "0", "memory", "1000").mostAllocated(amounts(0, 500))).isEqualTo(50);
  }

  /** A quarter and a half are an eighth from their mean: 100 * (1 - 1/8). */
  @Test
  void the_more_evenly_a_node_is_used_the_better() {
    var resources = room("cpu", "4", "memory", "1000");

    assertThat(resources.balanced(amounts(1000, 500))).isEqualTo(87);
    assertThat(resources.balanced(amounts(2000, 500))).isEqualTo(100);
  }

  @Test
  void pods_that_ask_for_nothing_do_not_balance() {
    assertThat(room("cpu", "4", "memory", "1000").balanced(PodRequests.NONE)).isZero();
  }
}
