package dev.dray.selector;

import dev.dray.selector.ReadSet.Field;
import dev.dray.selector.RowForm.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The view that one expression has of the rows of one form, with its answers so far; for any number
 * of threads.
 *
 * <p>Rows of a form have the same names and share the values of mixins and patches, so most of what
 * an expression reads may be the same for all of them. That part is computed once, as a template of
 * the projection. What differs is a few of the row's own cells:
 *
 * <pre>{@code
 * read set    presence of d   d/index   d/model   d/vendor    presences, then entries by name
 * form        known           own 0     own 2     in a mixin
 *                |              |         |          |
 * template    [ true,           .,        .,      "example" ]
 *                               ^         ^
 * places                        1         2                   positions in the template
 * slots                         0         2                   positions among the own cells
 *
 * own cells of a row   [ index 7, link x, model A ]
 * projection  [ true,           7,        A,      "example" ]
 * }</pre>
 *
 * <p>Answers are indexed by those cells alone. {@link #alike} and {@link #known} compare them by
 * reference and need no projection. Rows whose cells are different objects may still have equal
 * projections; that is for {@link MatchMemo} to find out, with {@link #projection}.
 *
 * <p><b>Invariant.</b> Two rows, of whichever forms and tables, have equal projections only if the
 * expression can observe no difference between them. Therefore an absent entry has a mark of its
 * own, and in a wide read each value is preceded by its name and an end mark follows the last one.
 *
 * <p><b>Threads.</b> Readers take no lock. An answer never changes once it is in the index, and a
 * larger index replaces the smaller one as a whole; a reader that misses an answer being written
 * evaluates once more.
 *
 * <p><b>Cost.</b> A lookup hashes and compares as many references as the expression reads own
 * cells, whatever else the device has. The index holds at most {@code most} answers and is emptied
 * when it is full.
 */
final class SelectorView {
  /**
   * The mark after all entries of a wide read, so that what follows is not taken for one of them.
   */
  private static final Object END = "end";

  private static final Object MISSING = "missing";

  /**
   * The values that are read, in an order given by the read set; those that differ by row are
   * filled in later.
   */
  private final List<Object> template = new ArrayList<>();

  /**
   * The positions of the template that differ by row, and the slots where rows have their values.
   */
  private int[] places = new int[4];

  private int[] slots = new int[4];
  private int differing;

  private final int most;
  private int answers;

  /**
   * A hash index with open addressing. An answer never changes once it is there, so a thread that
   * looks while another one writes finds it or not, and at worst evaluates again.
   */
  private volatile @Nullable Answer[] index = new @Nullable Answer[16];

  /**
   * @param most the number of answers it remembers
   */
  SelectorView(RowForm form, ReadSet reads, int most) {
    this.most = most;
    if (reads.reads(Field.DRIVER)) {
      template.add(form.driver());
    }
    if (reads.reads(Field.ALLOW_MULTIPLE_ALLOCATIONS)) {
      template.add(form.allowMultipleAllocations());
    }
    reads.presences().forEach(domain -> template.add(form.has(domain)));
    reads.entries().forEach(name -> read(form.source(name)));
    if (!reads.isExact()) {
      readWide(form, reads);
    }
  }

  /** The answer for rows with these values. */
  private static final class Answer {
    private final Cell[] values;
    private final Match match;

    Answer(Cell[] values, Match match) {
      this.values = values;
      this.match = match;
    }

    @SuppressWarnings("ReferenceEquality") // the same values; equal ones are found elsewhere
    boolean isFor(Cell[] cells, int start, int[] slots) {
      for (int i = 0; i < values.length; i++) {
        if (values[i] != cells[start + slots[i]]) {
          return false;
        }
      }
      return true;
    }
  }

  private void readWide(RowForm form, ReadSet reads) {
    form.sources()
        .forEach(
            (name, source) -> {
              if (reads.reads(name) && !reads.entries().contains(name)) {
                template.add(name);
                read(source);
              }
            });
    template.add(END);
  }

  private void read(Source source) {
    switch (source) {
      case Source.Missing() -> template.add(MISSING);
      case Source.Shared(_, var value) -> template.add(value);
      case Source.Own(_, var slot) -> {
        if (differing == slots.length) {
          places = Arrays.copyOf(places, differing * 2);
          slots = Arrays.copyOf(slots, differing * 2);
        }
        places[differing] = template.size();
        slots[differing++] = slot;
        template.add(MISSING);
      }
    }
  }

  /** Returns whether the rows whose values begin there have the same values wherever it looks. */
  @SuppressWarnings("ReferenceEquality") // as above
  boolean alike(Cell[] cells, int one, int two) {
    for (int i = 0; i < differing; i++) {
      if (cells[one + slots[i]] != cells[two + slots[i]]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the answer for rows with the values that begin there, or null. */
  @Nullable Match known(Cell[] cells, int start) {
    var looked = index;
    int at = hash(cells, start) & (looked.length - 1);
    for (var answer = looked[at]; answer != null; answer = looked[at]) {
      if (answer.isFor(cells, start, slots)) {
        return answer.match;
      }
      at = (at + 1) & (looked.length - 1);
    }
    return null;
  }

  synchronized void remember(Cell[] cells, int start, Match match) {
    if (answers >= most) {
      answers = 0;
      index = new @Nullable Answer[16];
    }
    if (++answers * 2 > index.length) {
      index = grown(index);
    }
    var values = new Cell[differing];
    for (int i = 0; i < differing; i++) {
      values[i] = cells[start + slots[i]];
    }
    put(new Answer(values, match), index);
  }

  private static @Nullable Answer[] grown(@Nullable Answer[] small) {
    var large = new @Nullable Answer[small.length * 4];
    for (var answer : small) {
      if (answer != null) {
        put(answer, large);
      }
    }
    return large;
  }

  private static void put(Answer answer, @Nullable Answer[] into) {
    int hash = 0;
    for (var value : answer.values) {
      hash = hash * 31 + value.hashCode();
    }
    int at = spread(hash) & (into.length - 1);
    while (into[at] != null) {
      at = (at + 1) & (into.length - 1);
    }
    into[at] = answer;
  }

  private int hash(Cell[] cells, int start) {
    int hash = 0;
    for (int i = 0; i < differing; i++) {
      hash = hash * 31 + cells[start + slots[i]].hashCode();
    }
    return spread(hash);
  }

  private static int spread(int hash) {
    int spread = hash * 0x9E3779B9;
    return spread ^ (spread >>> 16);
  }

  /**
   * Returns the projection of a row; equal to that of a row in any other table if both look the
   * same.
   */
  List<Object> projection(Cell[] cells, int start) {
    var projection = template.toArray();
    for (int i = 0; i < differing; i++) {
      projection[places[i]] = cells[start + slots[i]];
    }
    return List.of(projection);
  }
}
