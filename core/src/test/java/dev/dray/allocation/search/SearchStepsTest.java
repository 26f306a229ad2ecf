package dev.dray.allocation.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.search.Pruning.Skills;
import java.util.function.LongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The answers of searches with and without proofs against those of {@link ExhaustiveSearch}, and
 * the steps that each kind of proof leaves.
 */
class SearchStepsTest {
  /** Problems small enough to try everything. */
  enum Family {
    ANY(RandomProblem::of),
    DIFFERENT(RandomProblem::ofDifferent),
    COPIES(seed -> ProblemVariants.copies(3, RandomProblem.of(seed, 4))),
    LARGE_AMOUNTS(seed -> ProblemVariants.larger(60, RandomProblem.of(seed))),
    NEGATIVE(seed -> ProblemVariants.negative(seed, RandomProblem.of(seed))),
    CROWDED(CrowdedProblem::of, 100);

    private final LongFunction<SearchProblem> bySeed;
    private final int seeds;

    Family(LongFunction<SearchProblem> bySeed) {
      this(bySeed, SEEDS);
    }

    Family(LongFunction<SearchProblem> bySeed, int seeds) {
      this.bySeed = bySeed;
      this.seeds = seeds;
    }

    SearchProblem of(long seed) {
      return bySeed.apply(seed);
    }
  }

  /** Proofs that begin with the first step. */
  enum Technique {
    NONE(Skills.PLAIN),
    BOUNDS(new Skills(true, false, false, false, 0, 0, 0)),
    SYMMETRY(new Skills(false, true, false, false, 0, 0, 0)),
    MEMO(new Skills(false, false, true, false, 0, 0, 0)),
    PLANNING(new Skills(false, false, false, true, 0, 0, 0)),
    ALL(new Skills(true, true, true, true, 0, 0, 0));

    private final Skills skills;

    Technique(Skills skills) {
      this.skills = skills;
    }
  }

  private static final int SEEDS = 1_000;

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void a_search_answers_as_trying_everything_does(Family family) {
    for (long seed = 0; seed < family.seeds; seed++) {
      assertThat(new Search(family.of(seed), Skills.PLAIN, () -> false).run())
          .as("-Ddray.seed=%d", seed)
          .isEqualTo(ExhaustiveSearch.of(family.of(seed)));
    }
  }

  /**
   * More steps than here mean that a proof has become weaker; fewer, with the same answers, that it
   * has become stronger and the number should be replaced.
   */
  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "NONE, ANY, 39242",
    "BOUNDS, ANY, 6224",
    "SYMMETRY, ANY, 34474",
    "MEMO, ANY, 20981",
    "PLANNING, ANY, 9511",
    "ALL, ANY, 5225",
    "NONE, DIFFERENT, 49865",
    "BOUNDS, DIFFERENT, 7324",
    "SYMMETRY, DIFFERENT, 49343",
    "MEMO, DIFFERENT, 42083",
    "PLANNING, DIFFERENT, 9125",
    "ALL, DIFFERENT, 4783",
    "NONE, COPIES, 165249",
    "BOUNDS, COPIES, 18442",
    "SYMMETRY, COPIES, 61400",
    "MEMO, COPIES, 27818",
    "PLANNING, COPIES, 77455",
    "ALL, COPIES, 5543",
    "NONE, LARGE_AMOUNTS, 39242",
    "BOUNDS, LARGE_AMOUNTS, 6601",
    "PLANNING, LARGE_AMOUNTS, 9511",
    "NONE, NEGATIVE, 40979",
    "BOUNDS, NEGATIVE, 8547",
    "SYMMETRY, NEGATIVE, 36211",
    "MEMO, NEGATIVE, 22519",
    "PLANNING, NEGATIVE, 40979",
    "NONE, CROWDED, 6667",
    "BOUNDS, CROWDED, 6045",
    "SYMMETRY, CROWDED, 6665",
    "MEMO, CROWDED, 6651",
    "PLANNING, CROWDED, 8264",
    "ALL, CROWDED, 8114",
  })
  void a_proof_saves_steps_and_never_changes_the_answer(
      Technique technique, Family family, long steps) {
    long taken = 0;
    for (long seed = 0; seed < family.seeds; seed++) {
      var search = new Search(family.of(seed), technique.skills, () -> false);

      var result = search.run();

      taken += search.steps();
      assertThat(result)
          .as("-Ddray.seed=%d", seed)
          .isEqualTo(new Search(family.of(seed), Skills.PLAIN, () -> false).run());
    }
    assertThat(taken).isEqualTo(steps);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void devices_that_nobody_wants_change_neither_the_answer_nor_the_steps(Technique technique) {
    for (long seed = 0; seed < SEEDS; seed++) {
      var search = new Search(RandomProblem.of(seed), technique.skills, () -> false);
      var behind =
          new Search(
              ProblemVariants.behind(60, RandomProblem.of(seed)), technique.skills, () -> false);

      var expected = search.run();

      var result = behind.run();
      assertThat(result.devices())
          .as("-Ddray.seed=%d", seed)
          .isEqualTo(expected.devices().stream().map(it -> it + 60).toList());
      assertThat(result.end()).as("-Ddray.seed=%d", seed).isEqualTo(expected.end());
      assertThat(behind.steps()).as("-Ddray.seed=%d", seed).isEqualTo(search.steps());
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void amounts_that_fit_no_long_are_charged_like_others(Technique technique) {
    for (long seed = 0; seed < SEEDS; seed++) {
      assertThat(
              new Search(
                      ProblemVariants.wide(3, RandomProblem.of(seed)),
                      technique.skills,
                      () -> false)
                  .run())
          .as("-Ddray.seed=%d", seed)
          .isEqualTo(new Search(RandomProblem.of(seed), Skills.PLAIN, () -> false).run());
    }
  }
}
