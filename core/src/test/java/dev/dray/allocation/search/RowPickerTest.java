package dev.dray.allocation.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.search.RowPicker.Answer;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions to the solver that may begin anywhere. */
class RowPickerTest {
  private static Answer ask(RowPicker picker, SearchProblem problem, int needed, long mostSteps) {
    var rows = picker.rows();
    var trail = new Trail(problem);
    return picker.ask(rows.usable(trail), rows.needs(needed), rows.rest(trail), mostSteps);
  }

  private static RowPicker picker(SearchProblem problem, BooleanSupplier stop) {
    return new RowPicker(new CandidateRows(problem, 0, 0, problem.requests()), stop);
  }

  @ParameterizedTest(name = "{0} of {1} devices with {2} values of each of {3} attributes")
  @CsvSource({"12, 60, 14, 3", "16, 100, 20, 3", "20, 120, 24, 2"})
  void picked_rows_are_as_many_as_needed_and_none_excludes_another(
      int wanted, int devices, int values, int attributes) {
    var problem = HardProblem.different(wanted, devices, values, attributes, 0);
    var picker = picker(problem, () -> false);

    assertThat(ask(picker, problem, wanted, 100_000)).isEqualTo(Answer.POSSIBLE);

    var picked = new ArrayList<>(picker.rows().picked(picker.picked(), 0));
    assertThat(picked).hasSize(wanted);
    var trail = new Trail(problem);
    assertThat(picked)
        .allMatch(
            row -> trail.take(row.claim(), row.alternative(), row.device()) == Trail.Take.TAKEN);
  }

  @Test
  void a_question_that_takes_more_steps_than_allowed_is_left_undecided_and_can_be_asked_again() {
    var problem = HardProblem.different(20, 120, 24, 4, 0);
    var picker = picker(problem, () -> false);

    assertThat(ask(picker, problem, 20, 10)).isEqualTo(Answer.UNDECIDED);
    assertThat(picker.steps()).isBetween(10L, 11L);
    assertThat(ask(picker, problem, 20, 1_000_000)).isNotEqualTo(Answer.UNDECIDED);
  }

  @Test
  void a_question_is_left_undecided_when_the_search_is_told_to_stop() {
    var problem = HardProblem.different(20, 120, 24, 4, 0);
    var asked = new AtomicInteger();
    var picker = picker(problem, () -> asked.incrementAndGet() == 2);

    assertThat(ask(picker, problem, 20, 1_000_000)).isEqualTo(Answer.UNDECIDED);
    assertThat(picker.steps()).isEqualTo(256);
  }

  @Test
  void more_rows_than_can_be_compared_are_too_many() {
    var most = HardProblem.different(1, CandidateRows.MOST, 2, 1, 0);
    var more = HardProblem.different(1, CandidateRows.MOST + 1, 2, 1, 0);

    assertThat(new CandidateRows(most, 0, 0, 1).areTooMany()).isFalse();
    assertThat(new CandidateRows(more, 0, 0, 1).areTooMany()).isTrue();
  }
}
