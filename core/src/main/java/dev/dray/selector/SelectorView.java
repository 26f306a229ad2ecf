package dev.dray.selector;

import dev.dray.selector.ReadSet.Field;
import dev.dray.selector.RowForm.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an expression sees of the rows of one form, and what it has said of them; for any number of
 * threads.
 *
 * <p>Most of what is read may be the same for all rows of a form. What is left are a few values of
 * each row. Rows whose values are the same objects have the same answer, in whichever table; those
 * whose values are not may nevertheless see the same, which {@link #projection} tells.
 */
final class SelectorView {
  /** Follows all entries of a domain or part, so that those of the next cannot be taken for it. */
  private static final Object END = "end";

  private static final Object MISSING = "missing";

  /** What is read, in an order given by the read set; what differs by row is filled in later. */
  private final List<Object> template = new ArrayList<>();

  /** Which places of the template differ by row, and where rows have the value. */
  private int[] places = new int[4];

  private int[] slots = new int[4];
  private int differing;

  private final int most;
  private int answers;

  /**
   * Open addressing. An answer never changes once it is there, so a thread that looks while another
   * one writes finds it or not, and in the worst case asks again.
   */
  private volatile @Nullable Answer[] index = new @Nullable Answer[16];

  /**
   * @param most how many answers it remembers
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

  /** What was said of rows with these values. */
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

  /** Whether the rows whose values begin there have the same ones where it looks. */
  @SuppressWarnings("ReferenceEquality") // as above
  boolean alike(Cell[] cells, int one, int two) {
    for (int i = 0; i < differing; i++) {
      if (cells[one + slots[i]] != cells[two + slots[i]]) {
        return false;
      }
    }
    return true;
  }

  /** What was said of a row with the values that begin there. */
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

  /** What is read of a row, equal to that of another row in whichever table if it is the same. */
  List<Object> projection(Cell[] cells, int start) {
    var projection = template.toArray();
    for (int i = 0; i < differing; i++) {
      projection[places[i]] = cells[start + slots[i]];
    }
    return List.of(projection);
  }
}
