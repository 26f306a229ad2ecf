package dev.dray.allocation.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.search.Pruning.Skills;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Searches that are told to stop, that run out of steps, and that go on afterwards. */
class SearchEndTest {
  /** Takes some ten thousand steps without proofs. */
  private static SearchProblem many() {
    return HardProblem.groupsTooSmall(8, 8);
  }

  @Test
  void a_search_asks_every_256_steps_whether_to_stop() {
    var asked = new AtomicInteger();
    var search = new Search(many(), Skills.PLAIN, () -> asked.incrementAndGet() > 3);

    assertThat(search.run().end()).isEqualTo(Search.End.STOPPED);
    assertThat(search.steps()).isEqualTo(4 * 256);
  }

  @Test
  void a_search_that_is_not_told_to_stop_takes_as_many_steps_as_it_may() {
    var search = new Search(many(), Skills.PLAIN, () -> false);

    assertThat(search.run(700).end()).isEqualTo(Search.End.UNDECIDED);
    assertThat(search.steps()).isEqualTo(700);
    assertThat(search.run(700).end()).isEqualTo(Search.End.UNDECIDED);
    assertThat(search.steps()).isEqualTo(700);
    assertThat(search.run(1_000).end()).isEqualTo(Search.End.UNDECIDED);
    assertThat(search.steps()).isEqualTo(1_000);
  }

  @Test
  void a_search_that_has_ended_takes_no_further_step() {
    var search = new Search(RandomProblem.of(3), Skills.ALL, () -> false);
    var result = search.run();
    long steps = search.steps();

    assertThat(search.run()).isEqualTo(result);
    assertThat(search.steps()).isEqualTo(steps);
  }
}
