package dev.dray.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.Foresight.Skills;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Problems without a placement on which a search must end soon, counted in steps. */
class HardSearchTest {

  static Stream<Arguments> problems() {
    return Stream.of(
        Arguments.of("21 devices of 20", HardProblem.shortage(), 1),
        Arguments.of("groups 8 and 8", HardProblem.groupsTooSmall(8, 8), 100),
        Arguments.of("groups 14 and 2", HardProblem.groupsTooSmall(14, 2), 100),
        Arguments.of("groups 14, 14 and 4", HardProblem.groupsTooSmall(14, 14, 4), 100),
        Arguments.of("150 groups of 14", HardProblem.groupsTooSmall(manyOf(14)), 100),
        Arguments.of("partitions, seed 0", HardProblem.partitionsOverTotal(0), 100),
        Arguments.of("partitions, seed 1", HardProblem.partitionsOverTotal(1), 100),
        Arguments.of("partitions, seed 2", HardProblem.partitionsOverTotal(2), 100),
        Arguments.of("one partition too many", HardProblem.partitionsOverCount(), 1000),
        Arguments.of("five counters, seed 0", HardProblem.fiveCounters(0), 100),
        Arguments.of("five counters, seed 1", HardProblem.fiveCounters(1), 100),
        Arguments.of("all after some", HardProblem.allAfterSome(), 200),
        Arguments.of("unrelated requests first", HardProblem.unrelated(), 1000));
  }

  private static int[] manyOf(int size) {
    var sizes = new int[150];
    Arrays.fill(sizes, size);
    return sizes;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("problems")
  void a_search_in_vain_ends_within_few_steps(String name, Problem problem, int mostSteps) {
    var search = new Search(problem, Skills.ALL, () -> false);

    var end = search.run(300_000).end();

    assertThat(end).as(name).isEqualTo(Search.End.NOTHING_FITS);
    assertThat(search.steps()).as(name).isLessThanOrEqualTo(mostSteps);
  }
}
