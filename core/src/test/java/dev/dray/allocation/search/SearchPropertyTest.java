package dev.dray.allocation.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.search.Pruning.Skills;
import dev.dray.testing.Seeds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The search against itself without any foresight, on problems small enough for that.
 *
 * <p>Foresight begins at the first step here: most of these searches would be over before it does.
 */
class SearchPropertyTest {
  private static final Skills EAGER = new Skills(true, true, true, true, 0, 0, 0);

  /** Other proofs would often be there first. */
  private static final Skills PLANNING = new Skills(false, false, false, true, 0, 0, 0);

  private static Search.Result answer(long seed, Skills skills) {
    return answer(RandomProblem.of(seed), skills);
  }

  private static Search.Result answer(SearchProblem problem, Skills skills) {
    return new Search(problem, skills, () -> false).run();
  }

  @ParameterizedTest(name = "seeds {0}")
  @MethodSource("dev.dray.testing.Seeds#twentyThousand")
  void what_is_left_out_never_changes_the_answer(Seeds.Part seeds) {
    for (long seed = seeds.first(); seed < seeds.first() + seeds.count(); seed++) {
      assertThat(answer(seed, EAGER))
          .as("-Ddray.seed=%d", seed)
          .isEqualTo(answer(seed, Skills.PLAIN));
    }
  }

  @ParameterizedTest(name = "seeds {0}")
  @MethodSource("dev.dray.testing.Seeds#twentyThousand")
  void what_cannot_be_had_in_any_order_is_all_that_planning_leaves_out(Seeds.Part seeds) {
    for (long seed = seeds.first(); seed < seeds.first() + seeds.count(); seed++) {
      assertThat(answer(seed, PLANNING))
          .as("-Ddray.seed=%d", seed)
          .isEqualTo(answer(seed, Skills.PLAIN));
    }
  }

  @ParameterizedTest(name = "seeds {0}")
  @MethodSource("dev.dray.testing.Seeds#twentyThousand")
  void devices_that_must_differ_in_several_attributes_are_the_first_that_do(Seeds.Part seeds) {
    for (long seed = seeds.first(); seed < seeds.first() + seeds.count(); seed++) {
      var plain = answer(RandomProblem.ofDifferent(seed), Skills.PLAIN);

      assertThat(answer(RandomProblem.ofDifferent(seed), PLANNING))
          .as("-Ddray.seed=%d, planning alone", seed)
          .isEqualTo(plain);
      assertThat(answer(RandomProblem.ofDifferent(seed), EAGER))
          .as("-Ddray.seed=%d", seed)
          .isEqualTo(plain);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#thousand")
  void a_search_that_is_interrupted_ends_as_one_that_is_not(long seed) {
    var search = new Search(RandomProblem.of(seed), EAGER, () -> false);

    var result = search.run(1);
    for (int steps = 2; result.end() == Search.End.UNDECIDED; steps++) {
      result = search.run(steps);
    }

    assertThat(result).isEqualTo(answer(seed, EAGER));
  }
}
