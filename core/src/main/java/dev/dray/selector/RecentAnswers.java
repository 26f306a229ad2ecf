package dev.dray.selector;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** A cache of the answers asked for most recently, limited in number. */
final class RecentAnswers<Q, A> {
  private final int most;
  private final LinkedHashMap<Q, A> answers = new LinkedHashMap<>(16, 0.75f, true);

  RecentAnswers(int most) {
    this.most = most;
  }

  /**
   * Returns the answer, computed outside the lock: two threads may compute it twice, none waits.
   */
  A answer(Q question, Function<Q, A> workOut) {
    synchronized (answers) {
      var known = answers.get(question);
      if (known != null) {
        return known;
      }
    }
    var answer = workOut.apply(question);
    synchronized (answers) {
      answers.put(question, answer);
      if (answers.size() > most) {
        answers.remove(eldest().getKey());
      }
    }
    return answer;
  }

  void forget() {
    synchronized (answers) {
      answers.clear();
    }
  }

  private Map.Entry<Q, A> eldest() {
    return answers.entrySet().iterator().next();
  }

  int size() {
    synchronized (answers) {
      return answers.size();
    }
  }
}
