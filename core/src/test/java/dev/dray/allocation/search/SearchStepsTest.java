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

  private static final int SEEDS = 300;

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
    "NONE, ANY, 12023",
    "BOUNDS, ANY, 1839",
    "SYMMETRY, ANY, 11003",
    "MEMO, ANY, 6885",
    "PLANNING, ANY, 2315",
    "ALL, ANY, 1446",
    "NONE, DIFFERENT, 31065",
    "BOUNDS, DIFFERENT, 2114",
    "SYMMETRY, DIFFERENT, 30607",
    "MEMO, DIFFERENT, 29396",
    "PLANNING, DIFFERENT, 2265",
    "ALL, DIFFERENT, 1305",
    "NONE, COPIES, 33540",
    "BOUNDS, COPIES, 3936",
    "SYMMETRY, COPIES, 9036",
    "MEMO, COPIES, 7217",
    "PLANNING, COPIES, 12771",
    "ALL, COPIES, 1760",
    "NONE, LARGE_AMOUNTS, 12023",
    "BOUNDS, LARGE_AMOUNTS, 1900",
    "PLANNING, LARGE_AMOUNTS, 2315",
    "NONE, NEGATIVE, 10477",
    "BOUNDS, NEGATIVE, 2789",
    "SYMMETRY, NEGATIVE, 9457",
    "MEMO, NEGATIVE, 6573",
    "PLANNING, NEGATIVE, 10477",
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
