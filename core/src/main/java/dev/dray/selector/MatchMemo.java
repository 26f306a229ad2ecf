package dev.dray.selector;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks an expression about devices once for each different sight it has of them.
 *
 * <p>Two devices that are the same in all the expression can observe have the same answer, in
 * whichever table they are. The memo remembers so many answers and no more, those used last. Any
 * number of threads may use it.
 */
public final class MatchMemo {
  private final RecentAnswers<Sight, Match> sights;
  private final RecentAnswers<Pass, Matches> passes;

  /**
   * @param mostSights how many answers about different sights of devices are remembered
   * @param mostPasses how many answers about tables; a table is kept as long as one of them is
   */
  public MatchMemo(int mostSights, int mostPasses) {
    sights = new RecentAnswers<>(mostSights);
    passes = new RecentAnswers<>(mostPasses);
  }

  /** What an expression sees of a device. */
  private record Sight(String expression, List<Object> projection) {}

  private record Pass(String expression, DeviceTable table) {}

  /** What the selector says of each row. */
  public Matches matches(Selector selector, DeviceTable table) {
    return passes.answer(
        new Pass(selector.expression(), table), _ -> new Run(selector, table).matches());
  }

  /** What the selectors say together, asked one after the other. */
  public Selection select(List<Selector> selectors, DeviceTable table) {
    var answers = new ArrayList<Matches>(selectors.size());
    for (var selector : selectors) {
      answers.add(matches(selector, table));
    }
    return Selection.of(answers, table.size());
  }

  /** One pass over one table. */
  private final class Run {
    private final Selector selector;
    private final DeviceTable table;
    private final @Nullable Groups[] groups;

    Run(Selector selector, DeviceTable table) {
      this.selector = selector;
      this.table = table;
      groups = new @Nullable Groups[table.forms()];
    }

    Matches matches() {
      var found = new Matches.Collector(table.size());
      var failing = table.mayFailAlways();
      int nextFailing = failing.next(0);
      for (int row = 0; row < table.size(); row++) {
        if (row == nextFailing) {
          found.add(row, lookCloser(row));
          nextFailing = failing.next(row + 1);
        } else {
          found.add(row, groups(row).match(row));
        }
      }
      return found.matches();
    }

    private Groups groups(int row) {
      int number = table.formNumber(row);
      var known = groups[number];
      if (known != null) {
        return known;
      }
      var made = new Groups(new Projector(table, table.form(row), selector.reads()));
      groups[number] = made;
      return made;
    }

    /** An attribute that fails every evaluation is seen by every expression. */
    private Match lookCloser(int row) {
      var failing = table.failing(row);
      if (failing.isEmpty()) {
        return groups(row).match(row);
      }
      var seen = new ArrayList<>(groups(row).projector.projection(row));
      seen.addAll(failing);
      return ask(row, List.copyOf(seen));
    }

    private Match ask(int row, List<Object> projection) {
      return sights.answer(
          new Sight(selector.expression(), projection),
          _ -> selector.test().test(table.device(row)));
    }

    /** The groups of rows of one form, with the answer for each. */
    private final class Groups {
      private final Projector projector;
      private Match[] answers = new Match[8];
      private int answered;

      Groups(Projector projector) {
        this.projector = projector;
      }

      Match match(int row) {
        int group = projector.group(row);
        if (group == answered) {
          if (answered == answers.length) {
            answers = Arrays.copyOf(answers, answered * 2);
          }
          answers[answered++] = ask(row, projector.projection(row));
        }
        return answers[group];
      }
    }
  }
}
