package dev.dray.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.Foresight.Skills;
import java.util.EnumMap;
import org.junit.jupiter.api.Test;

/** The search against itself without any foresight, on problems small enough for that. */
class SearchPropertyTest {
  private static final Skills EAGER = new Skills(true, true, true, 0, 0);

  private static String answer(Problem problem, Skills skills) {
    var search = new Search(problem, skills, () -> false);
    return search.run().toString();
  }

  @Test
  void what_is_left_out_never_changes_the_answer() {
    var ends = new EnumMap<Search.End, Integer>(Search.End.class);
    long most = 0;
    long mostAll = 0;
    for (long seed = 0; seed < Long.getLong("n", 20000); seed++) {
      var problem = RandomProblem.of(seed);
      var plain = new Search(problem, Skills.PLAIN, () -> false);
      ends.merge(plain.run().end(), 1, Integer::sum);
      most = Math.max(most, plain.steps());
      var all = new Search(RandomProblem.of(seed), EAGER, () -> false);
      all.run();
      mostAll = Math.max(mostAll, all.steps());
      assertThat(answer(RandomProblem.of(seed), EAGER))
          .as("seed %d", seed)
          .isEqualTo(answer(problem, Skills.PLAIN));
    }
    System.out.println(ends + " most steps " + most + " " + mostAll);
  }
}
