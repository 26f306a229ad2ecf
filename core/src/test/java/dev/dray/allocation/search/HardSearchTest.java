package dev.dray.allocation.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.search.Pruning.Skills;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Problems on which a search must end soon, counted in steps; most of them without placement. */
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
        Arguments.of("five counters in bytes, seed 0", HardProblem.fiveCounters(0, 1L << 30), 100),
        Arguments.of("five counters in bytes, seed 1", HardProblem.fiveCounters(1, 1L << 30), 100),
        Arguments.of("five counters in millions", HardProblem.fiveCounters(0, 1_000_003), 100),
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
  void a_search_in_vain_ends_within_few_steps(String name, SearchProblem problem, int mostSteps) {
    var search = new Search(problem, Skills.ALL, () -> false);

    var end = search.run(300_000).end();

    assertThat(end).as(name).isEqualTo(Search.End.NOTHING_FITS);
    assertThat(search.steps()).as(name).isLessThanOrEqualTo(mostSteps);
  }

  /** How many devices of how many, of how many values each of how many attributes. */
  static Stream<Arguments> different() {
    return Stream.of(
        Arguments.of(12, 60, 12, 3, 1_500),
        Arguments.of(16, 100, 16, 3, 1_500),
        Arguments.of(16, 100, 18, 3, 2_000),
        Arguments.of(20, 120, 20, 3, 2_000),
        Arguments.of(20, 120, 22, 3, 2_000),
        Arguments.of(32, 120, 32, 2, 1_500),
        Arguments.of(32, 120, 36, 2, 1_500),
        Arguments.of(32, 128, 32, 3, 1_500),
        Arguments.of(32, 128, 34, 3, 1_500),
        Arguments.of(32, 128, 36, 3, 50_000),
        Arguments.of(32, 128, 40, 3, 20_000),
        Arguments.of(32, 128, 64, 3, 2_000),
        Arguments.of(16, 100, 16, 4, 1_500),
        Arguments.of(16, 100, 20, 4, 5_000),
        Arguments.of(20, 120, 20, 4, 1_500),
        Arguments.of(20, 120, 24, 4, 50_000),
        Arguments.of(32, 128, 32, 4, 1_500),
        Arguments.of(32, 128, 36, 4, 2_000),
        Arguments.of(32, 128, 64, 4, 2_000));
  }

  @ParameterizedTest(name = "{0} of {1} devices with {2} values of each of {3} attributes")
  @MethodSource("different")
  void devices_that_differ_in_several_attributes_are_found_or_ruled_out_soon(
      int wanted, int devices, int values, int attributes, int mostSteps) {
    for (long seed = 0; seed < 5; seed++) {
      var problem = HardProblem.different(wanted, devices, values, attributes, seed);
      var search = new Search(problem, Skills.ALL, () -> false);

      var result = search.run(2L * mostSteps);

      assertThat(search.steps()).as("seed %d", seed).isLessThanOrEqualTo(mostSteps);
      assertThat(result.devices()).hasSize(result.end() == Search.End.PLACED ? wanted : 0);
    }
  }

  @ParameterizedTest(name = "one of {1} values, and {2} of each other attribute, of {0} devices")
  @CsvSource({"60, 2, 16", "100, 2, 18", "120, 3, 16", "128, 3, 20", "128, 4, 17"})
  void requests_that_share_a_value_and_differ_in_others_are_decided_soon(
      int devices, int common, int values) {
    for (long seed = 0; seed < 5; seed++) {
      var problem = HardProblem.differentInCommon(devices, common, values, seed);
      var search = new Search(problem, Skills.ALL, () -> false);

      var result = search.run(10_000);

      assertThat(search.steps()).as("seed %d", seed).isLessThanOrEqualTo(2_000);
      assertThat(result.devices()).hasSize(result.end() == Search.End.PLACED ? 16 : 0);
    }
  }
}
