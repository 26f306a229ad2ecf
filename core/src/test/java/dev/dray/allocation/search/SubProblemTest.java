package dev.dray.allocation.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.search.Pruning.Skills;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A part of a problem against the whole in which the other requests want nothing. */
class SubProblemTest {
  private static Search.Result answer(SearchProblem problem) {
    return new Search(problem, Skills.PLAIN, () -> false).run();
  }

  /** Requests outside this range want no devices. */
  private static SearchProblem without(SearchProblem whole, int from, int to) {
    var alone = whole.copy();
    alone.need = whole.need.clone();
    alone.takesAll = whole.takesAll.clone();
    for (int request = 0; request < whole.requests(); request++) {
      for (int o = whole.alternativesFrom[request]; o < whole.alternativesFrom[request + 1]; o++) {
        if (request < from || request >= to) {
          alone.need[o] = 0;
          alone.takesAll[o] = false;
        }
      }
    }
    return alone;
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void some_requests_get_what_they_would_get_if_the_others_wanted_nothing(long seed) {
    var whole = RandomProblem.of(seed);
    for (int from = 0; from < whole.requests(); from++) {
      for (int to = from + 1; to <= whole.requests(); to++) {
        var part = SubProblem.of(whole, from, to);

        var result = answer(part.problem());

        var expected = answer(without(whole, from, to));
        assertThat(part.problem().claimOf).isEqualTo(Arrays.copyOfRange(whole.claimOf, from, to));
        assertThat(result.end()).isEqualTo(expected.end());
        assertThat(result.devices()).isEqualTo(expected.devices());
        if (result.end() == Search.End.PLACED) {
          var alternatives = expected.alternatives().subList(from, to);
          assertThat(part.given(result))
              .extracting(SubProblem.Given::alternative)
              .isEqualTo(alternatives);
          assertThat(part.given(result))
              .extracting(it -> it.devices().size())
              .isEqualTo(alternatives.stream().map(it -> whole.need[it]).toList());
          assertThat(part.given(result).stream().flatMap(it -> it.devices().stream()))
              .containsExactlyElementsOf(expected.devices());
        }
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void the_last_request_can_be_asked_for_one_alternative_and_fewer_devices(long seed) {
    var whole = RandomProblem.of(seed);
    int last = whole.requests() - 1;
    for (int o = whole.alternativesFrom[last]; o < whole.alternativesFrom[last + 1]; o++) {
      for (int need = 0; need <= Math.min(whole.need[o], 3); need++) {
        var part = SubProblem.of(whole, 0, last, o, need).problem();

        assertThat(part.requests()).isEqualTo(need == 0 ? last : last + 1);
        if (need > 0 && whole.takesAll[o]) {
          assertThat(part.all[part.all.length - 1]).isEqualTo(Arrays.copyOf(whole.all[o], need));
        }
        if (part.requests() > 0) {
          assertThat(answer(part).devices()).isEqualTo(answer(only(whole, o, need)).devices());
        }
      }
    }
  }

  private static SearchProblem only(SearchProblem whole, int alternative, int need) {
    var only = whole.copy();
    int last = whole.requests() - 1;
    only.need = whole.need.clone();
    only.takesAll = whole.takesAll.clone();
    only.all = whole.all.clone();
    only.all[alternative] = Arrays.copyOf(whole.all[alternative], whole.all[alternative].length);
    IntStream.range(whole.alternativesFrom[last], whole.alternativesFrom[last + 1])
        .filter(it -> it != alternative)
        .forEach(it -> only.need[it] = 33);
    only.need[alternative] = need;
    if (need == 0) {
      only.takesAll[alternative] = false;
    }
    return only;
  }
}
