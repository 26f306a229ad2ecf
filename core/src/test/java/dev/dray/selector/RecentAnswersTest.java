package dev.dray.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentAnswersTest {
  @Test
  void an_answer_is_worked_out_once_while_it_is_remembered() {
    var asked = new ArrayList<String>();
    var answers = new RecentAnswers<String, Integer>(2);

    answers.answer("a", question -> note(asked, question));
    answers.answer("b", question -> note(asked, question));
    answers.answer("a", question -> note(asked, question));

    assertThat(asked).containsExactly("a", "b");
  }

  @Test
  void the_answer_unused_for_longest_is_forgotten_first() {
    var asked = new ArrayList<String>();
    var answers = new RecentAnswers<String, Integer>(2);
    for (var question : List.of("a", "b", "a", "c", "a")) {
      answers.answer(question, text -> note(asked, text));
    }

    answers.answer("b", text -> note(asked, text));

    assertThat(asked).containsExactly("a", "b", "c", "b");
    assertThat(answers.size()).isEqualTo(2);
  }

  private static int note(List<String> asked, String question) {
    asked.add(question);
    return asked.size();
  }
}
