package dev.dray.selector;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Asks an expression about devices once for each different sight it has of them.
 *
 * <p>Two devices that are the same in all the expression can observe have the same answer, in
 * whichever table they are; it is found quickest in tables that share a {@link Schema}. The memo
 * remembers so many answers and no more, those used last. Any number of threads may use it.
 */
public final class MatchMemo {
  private static final int MOST_EXPRESSIONS = 1_000;
  private static final int MOST_FORMS = 1_000;

  private final int mostSights;
  private final int mostPasses;
  private final RecentAnswers<Sight, Match> sights;
  private final RecentAnswers<Pass, Matches> passes;

  /** How many answers are found in {@link #views}; all are forgotten when there are too many. */
  private final AtomicInteger remembered = new AtomicInteger();

  /** For each expression what it has said of the forms of devices. */
  private final RecentAnswers<String, ConcurrentHashMap<RowForm, SelectorView>> views =
      new RecentAnswers<>(MOST_EXPRESSIONS);

  /**
   * @param mostSights how many answers about different sights of devices are remembered
   * @param mostPasses how many answers about tables; a table is kept as long as one of them is
   */
  public MatchMemo(int mostSights, int mostPasses) {
    this.mostSights = mostSights;
    this.mostPasses = mostPasses;
    sights = new RecentAnswers<>(mostSights);
    passes = new RecentAnswers<>(mostPasses);
  }

  /** What an expression sees of a device. */
  private record Sight(String expression, List<Object> projection) {}

  private record Pass(String expression, DeviceTable table) {}

  /** What the selector says of each row. */
  public Matches matches(Selector selector, DeviceTable table) {
    return mostPasses == 0
        ? new Run(selector, table).matches()
        : passes.answer(
            new Pass(selector.expression(), table), _ -> new Run(selector, table).matches());
  }

  /** What the selectors say together, asked one after the other. */
  public CombinedMatches select(List<Selector> selectors, DeviceTable table) {
    var answers = new ArrayList<Matches>(selectors.size());
    for (var selector : selectors) {
      answers.add(matches(selector, table));
    }
    return CombinedMatches.of(answers, table.size());
  }

  private SelectorView view(RowForm form, Selector selector) {
    var ofExpression = views.answer(selector.expression(), _ -> new ConcurrentHashMap<>());
    var known = ofExpression.get(form);
    if (known != null) {
      return known;
    }
    if (ofExpression.size() >= MOST_FORMS) {
      ofExpression.clear();
    }
    return ofExpression.computeIfAbsent(
        form, it -> new SelectorView(it, selector.reads(), mostSights));
  }

  /** One pass over one table. */
  private final class Run {
    private final Selector selector;
    private final DeviceTable table;
    private final @Nullable SelectorView[] views;

    Run(Selector selector, DeviceTable table) {
      this.selector = selector;
      this.table = table;
      views = new @Nullable SelectorView[table.forms()];
    }

    Matches matches() {
      var found = new Matches.Collector(table.size());
      var failing = table.mayFailAlways();
      int nextFailing = failing.next(0);
      int lastForm = -1;
      int lastStart = 0;
      Match last = Match.NO;
      for (int row = 0; row < table.size(); row++) {
        if (row == nextFailing) {
          found.add(row, lookCloser(row));
          nextFailing = failing.next(row + 1);
          continue;
        }
        // Neighbours are mostly alike: a driver lists the devices of a model one after the other.
        int form = table.formNumber(row);
        int start = table.start(row);
        if (form != lastForm || !view(row).alike(table.cells(), lastStart, start)) {
          last = match(row);
          lastForm = form;
          lastStart = start;
        }
        found.add(row, last);
      }
      return found.matches();
    }

    private SelectorView view(int row) {
      int form = table.formNumber(row);
      var known = views[form];
      if (known == null) {
        known = MatchMemo.this.view(table.form(row), selector);
        views[form] = known;
      }
      return known;
    }

    private Match match(int row) {
      var view = view(row);
      int start = table.start(row);
      var known = view.known(table.cells(), start);
      if (known != null) {
        return known;
      }
      var match = ask(row, view.projection(table.cells(), start));
      view.remember(table.cells(), start, match);
      if (remembered.incrementAndGet() > mostSights) {
        remembered.set(0);
        MatchMemo.this.views.forget();
      }
      return match;
    }

    /** An attribute that fails every evaluation is seen by every expression. */
    private Match lookCloser(int row) {
      var failing = table.failing(row);
      if (failing.isEmpty()) {
        return match(row);
      }
      var seen = new ArrayList<>(view(row).projection(table.cells(), table.start(row)));
      seen.addAll(failing);
      return ask(row, List.copyOf(seen));
    }

    private Match ask(int row, List<Object> projection) {
      return sights.answer(
          new Sight(selector.expression(), projection),
          _ -> selector.test().test(table.device(row)));
    }
  }
}
