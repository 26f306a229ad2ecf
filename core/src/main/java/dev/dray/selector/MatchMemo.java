package dev.dray.selector;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A memo that evaluates an expression once for each distinct projection of devices, however many
 * devices and tables there are; for any number of threads.
 *
 * <p>The projection of a device is the part of it that the expression can observe, which its {@link
 * ReadSet} names. Devices with equal projections get the same answer, so a hundred thousand devices
 * of eight models take eight evaluations. For each row the cheapest comparison that can settle it
 * comes first:
 *
 * <pre>{@code
 * expression, table
 *   |  answered before for this table object?             passes        --> Matches
 *   v
 * row = form + own cells
 *   |  same form and same cells read as the row before?   alike()       --> same answer
 *   |  same cells known for this form, in any table?      known()       --> Match
 *   |  equal projection known, whatever the form?         sights        --> Match
 *   v
 * evaluate the expression, remember the answer for the projection and for the cells
 * }</pre>
 *
 * <p>The first two comparisons of a row are comparisons of references ({@code SelectorView}). They
 * succeed often if the tables share a {@link Schema}, which makes equal values the same object;
 * without it the answers are the same and are found by the third. That one compares values by what
 * expressions can tell apart ({@code Cell}).
 *
 * <p><b>Invariant.</b> A remembered answer is the answer that an evaluation would give. It rests on
 * three conditions: the read set covers everything the test depends on; within one memo the text of
 * an expression stands for one expression; and a test that is cancelled throws instead of answering
 * ({@link Selector}). One thing is observed by every expression without being read: an attribute
 * that has no value fails them all. Rows with such an attribute ({@link DeviceTable#mayFailAlways})
 * take a slower way, on which it is part of the projection.
 *
 * <p><b>Cost.</b> One evaluation for each distinct projection; beyond that, for each row as many
 * reference comparisons as the expression reads values that differ between rows of a form. Memory
 * is bounded: answers for projections and for tables by the limits of the constructor, those used
 * last being kept, and answers for cells by the same limit, beyond which all of them are forgotten.
 * Answers are worked out without a lock: two threads may evaluate the same twice.
 */
public final class MatchMemo {
  private static final int MOST_EXPRESSIONS = 1_000;
  private static final int MOST_FORMS = 1_000;

  private final int mostSights;
  private final int mostPasses;
  private final RecentAnswers<Projection, Match> sights;
  private final RecentAnswers<Pass, Matches> passes;

  /**
   * At least the number of answers in {@link #views}, all of which are forgotten when there are too
   * many. Answers for forms and expressions that were forgotten before are still counted.
   */
  private final AtomicInteger remembered = new AtomicInteger();

  /** The answers of each expression for the forms of rows. */
  private final RecentAnswers<String, ConcurrentHashMap<RowForm, SelectorView>> views =
      new RecentAnswers<>(MOST_EXPRESSIONS);

  /**
   * @param mostSights the number of answers for distinct projections that are remembered
   * @param mostPasses the number of answers for whole tables; a table is kept as long as one of its
   *     answers is
   */
  public MatchMemo(int mostSights, int mostPasses) {
    this.mostSights = mostSights;
    this.mostPasses = mostPasses;
    sights = new RecentAnswers<>(mostSights);
    passes = new RecentAnswers<>(mostPasses);
  }

  /** The projection of a device, for one expression. */
  private record Projection(String expression, List<Object> projection) {}

  private record Pass(String expression, DeviceTable table) {}

  /** Returns the answers of the selector for each row. */
  public Matches matches(Selector selector, DeviceTable table) {
    return mostPasses == 0
        ? new Run(selector, table).matches()
        : passes.answer(
            new Pass(selector.expression(), table), _ -> new Run(selector, table).matches());
  }

  /** Returns the combined answers of the selectors, asked one after the other. */
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

    /**
     * Matches a row that may have an attribute that fails every evaluation: such an attribute is
     * part of what every expression observes.
     */
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
          new Projection(selector.expression(), projection),
          _ -> selector.test().test(table.device(row)));
    }
  }
}
