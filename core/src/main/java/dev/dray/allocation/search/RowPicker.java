package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Finds out whether as many {@link CandidateRows} of each group as are needed can be picked, no two
 * of which exclude each other, in whatever order.
 *
 * <p>Where a search in the deciding order has to begin with the first device, this one begins where
 * there is the least to choose from, as Knuth's Algorithm X does: with the value that the fewest
 * rows carry, of the constraint that can do without the fewest values. Rows that another row can
 * stand in for are left out, which is what makes it quick. Dead ends are kept from question to
 * question.
 */
final class RowPicker {
  private static final int MOST_DEAD_ENDS = 1 << 16;
  private static final int STOP_INTERVAL = 127;

  enum Answer {
    POSSIBLE,
    IMPOSSIBLE,
    /** It would take more steps than it may. */
    UNDECIDED
  }

  private final CandidateRows rows;
  private final RowMatching matching;
  private final CheapestRows cheapest;
  private final BooleanSupplier stop;
  private final int words;
  private final int effort;
  private final int[] tally;
  private final Set<StateKey> deadEnds = new HashSet<>();
  private State[] states = {};
  private State found;
  private long steps;
  private long mostSteps;
  private boolean givenUp;

  RowPicker(CandidateRows rows, BooleanSupplier stop) {
    this.rows = rows;
    this.stop = stop;
    matching = new RowMatching(rows);
    cheapest = new CheapestRows(rows, rows.restAtFirst());
    words = (rows.size() + 63) >>> 6;
    tally = new int[rows.axes.stream().mapToInt(it -> it.length).max().orElse(0)];
    effort = 1 + rows.size() / 128;
    found = new State();
  }

  /** What is left to choose from. */
  private final class State {
    private long[] usable = new long[words];
    private final long[] picked = new long[words];
    private int[] needs = {};
    private long[] rest = {};

    void set(State other) {
      System.arraycopy(other.usable, 0, usable, 0, words);
      System.arraycopy(other.picked, 0, picked, 0, words);
      needs = other.needs.clone();
      rest = other.rest.clone();
    }

    void pick(int row) {
      Bits.add(picked, row);
      Bits.removeAll(usable, rows.excluded[row]);
      needs[rows.groupOf(row)]--;
      var charge = rows.charges[row];
      for (int i = 0; i < charge.budgets.length; i++) {
        rest[charge.budgets[i]] -= charge.amounts[i];
      }
      if (charge.budgets.length > 0) {
        removeUnaffordable();
      }
    }

    private void removeUnaffordable() {
      for (int row = Bits.next(usable, 0); row >= 0; row = Bits.next(usable, row + 1)) {
        if (!isAffordable(rows.charges[row])) {
          Bits.remove(usable, row);
        }
      }
    }

    private boolean isAffordable(Charge charge) {
      for (int i = 0; i < charge.budgets.length; i++) {
        if (charge.amounts[i] > rest[charge.budgets[i]]) {
          return false;
        }
      }
      return true;
    }
  }

  CandidateRows rows() {
    return rows;
  }

  /** All steps so far; where there are many rows, one of them counts as several. */
  long steps() {
    return steps;
  }

  /** What was found to be possible. */
  long[] picked() {
    return found.picked;
  }

  /**
   * @param rest what is left of each budget
   */
  Answer ask(long[] usable, int[] needs, long[] rest, long mostSteps) {
    var start = at(0);
    start.usable = usable.clone();
    Arrays.fill(start.picked, 0);
    start.needs = needs.clone();
    start.rest = rest.clone();
    this.mostSteps = steps + mostSteps;
    givenUp = false;
    if (canComplete(0)) {
      return Answer.POSSIBLE;
    }
    return givenUp ? Answer.UNDECIDED : Answer.IMPOSSIBLE;
  }

  private State at(int depth) {
    if (depth == states.length) {
      states = Arrays.copyOf(states, depth + 1);
      states[depth] = new State();
    }
    return states[depth];
  }

  private boolean canComplete(int depth) {
    var now = at(depth);
    if (isTooMuch() || !narrow(now)) {
      return false;
    }
    if (isComplete(now)) {
      found = now;
      return true;
    }
    var end = key(now);
    if (deadEnds.contains(end)
        || !cheapest.suffices(now.usable, now.needs, now.rest)
        || !matching.suffices(now.usable, now.needs)) {
      return false;
    }
    var choice = choice(now);
    for (int row : choice.rows) {
      var next = at(depth + 1);
      next.set(now);
      next.pick(row);
      if (canComplete(depth + 1)) {
        return true;
      }
      if (givenUp) {
        return false;
      }
      Bits.remove(now.usable, row);
    }
    if (choice.optional) {
      at(depth + 1).set(now);
      if (canComplete(depth + 1)) {
        return true;
      }
    }
    remember(end);
    return false;
  }

  private boolean isTooMuch() {
    long before = steps;
    steps += effort;
    givenUp |= steps > mostSteps || ((before ^ steps) > STOP_INTERVAL && stop.getAsBoolean());
    return givenUp;
  }

  private static boolean isComplete(State now) {
    for (int need : now.needs) {
      if (need > 0) {
        return false;
      }
    }
    return true;
  }

  private StateKey key(State now) {
    var text = Arrays.copyOf(now.usable, words + now.needs.length + now.rest.length);
    for (int group = 0; group < now.needs.length; group++) {
      text[words + group] = now.needs[group];
    }
    System.arraycopy(now.rest, 0, text, words + now.needs.length, now.rest.length);
    return new StateKey(text);
  }

  private void remember(StateKey end) {
    if (givenUp) {
      return;
    }
    if (deadEnds.size() >= MOST_DEAD_ENDS) {
      deadEnds.clear();
    }
    deadEnds.add(end);
  }

  /** Picks what must be, leaves out what need not be; false if there is too little then. */
  private boolean narrow(State now) {
    boolean going = true;
    while (going) {
      going = false;
      for (int group = 0; group < now.needs.length; group++) {
        int spare = Bits.countBoth(now.usable, rows.members[group]) - now.needs[group];
        if (spare < 0) {
          return false;
        }
        if (now.needs[group] == 0 && spare > 0) {
          Bits.removeAll(now.usable, rows.members[group]);
        } else if (spare == 0 && now.needs[group] > 0) {
          pickFirst(now, rows.members[group]);
          going = true;
        }
      }
      for (var distinctAxis : rows.axes) {
        int spare = spare(now, distinctAxis);
        if (spare < 0) {
          return false;
        }
        going |= spare == 0 && pickOnly(now, distinctAxis);
      }
      going |= leaveOut(now);
    }
    return true;
  }

  private void pickFirst(State now, long[] members) {
    int row = Bits.next(now.usable, 0);
    while (!Bits.has(members, row)) {
      row = Bits.next(now.usable, row + 1);
    }
    now.pick(row);
  }

  /** Counts the rows of each number of the axis; answers how many numbers need not be picked. */
  private int spare(State now, DistinctAxis distinctAxis) {
    int need = distinctAxis.need(now.needs);
    Arrays.fill(tally, 0, distinctAxis.length, 0);
    if (need == 0) {
      return Integer.MAX_VALUE;
    }
    int different = 0;
    for (int row = Bits.next(now.usable, 0); row >= 0; row = Bits.next(now.usable, row + 1)) {
      int number = distinctAxis.numbers[row];
      if (number >= 0 && tally[number]++ == 0) {
        different++;
      }
    }
    return different - need;
  }

  /** Picks a row that is the only one with its number; false if there is none. */
  private boolean pickOnly(State now, DistinctAxis distinctAxis) {
    for (int row = Bits.next(now.usable, 0); row >= 0; row = Bits.next(now.usable, row + 1)) {
      int number = distinctAxis.numbers[row];
      if (number >= 0 && tally[number] == 1) {
        now.pick(row);
        return true;
      }
    }
    return false;
  }

  /** Leaves out rows for which another one, which they exclude, will do as well. */
  private boolean leaveOut(State now) {
    boolean any = false;
    for (int row = Bits.next(now.usable, 0); row >= 0; row = Bits.next(now.usable, row + 1)) {
      for (int i = 0; i < words; i++) {
        long word = now.usable[i] & rows.excluded[row][i] & rows.dearer[row][i];
        for (; word != 0; word &= word - 1) {
          int other = (i << 6) + Long.numberOfTrailingZeros(word);
          if (excludesNoMore(now, row, other)) {
            Bits.remove(now.usable, other);
            any = true;
          }
        }
      }
    }
    return any;
  }

  private boolean excludesNoMore(State now, int row, int other) {
    var one = rows.excluded[row];
    var two = rows.excluded[other];
    for (int i = 0; i < words; i++) {
      if ((now.usable[i] & one[i] & ~two[i]) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Rows of which one must be picked, unless that is optional. */
  private static final class Choice {
    private final int[] rows;
    private final boolean optional;

    Choice(int[] rows, boolean optional) {
      this.rows = rows;
      this.optional = optional;
    }
  }

  private Choice choice(State now) {
    int[] numbers = {};
    int chosen = -1;
    int fewest = Integer.MAX_VALUE;
    int least = Integer.MAX_VALUE;
    for (var distinctAxis : rows.axes) {
      int spare = spare(now, distinctAxis);
      for (int number = 0; number < distinctAxis.length && spare <= least; number++) {
        if (tally[number] > 0 && (spare < least || tally[number] < fewest)) {
          fewest = tally[number];
          least = spare;
          numbers = distinctAxis.numbers;
          chosen = number;
        }
      }
    }
    return chosen < 0
        ? choiceOfGroup(now)
        : new Choice(withNumber(now, numbers, chosen, fewest), least > 0);
  }

  private int[] withNumber(State now, int[] numbers, int number, int count) {
    var with = new int[count];
    int size = 0;
    for (int row = Bits.next(now.usable, 0); row >= 0; row = Bits.next(now.usable, row + 1)) {
      if (numbers[row] == number) {
        with[size++] = row;
      }
    }
    return leastExcludingFirst(now, with);
  }

  /** Of any rows one more than the group can do without, one must be picked. */
  private Choice choiceOfGroup(State now) {
    int best = -1;
    int least = Integer.MAX_VALUE;
    for (int group = 0; group < now.needs.length; group++) {
      int spare = Bits.countBoth(now.usable, rows.members[group]) - now.needs[group];
      if (now.needs[group] > 0 && spare < least) {
        least = spare;
        best = group;
      }
    }
    var all = new int[least + now.needs[best]];
    int size = 0;
    for (int row = Bits.next(now.usable, 0); row >= 0; row = Bits.next(now.usable, row + 1)) {
      if (rows.groupOf(row) == best) {
        all[size++] = row;
      }
    }
    return new Choice(Arrays.copyOf(leastExcludingFirst(now, all), least + 1), false);
  }

  /** Those that leave the most to others first. */
  private int[] leastExcludingFirst(State now, int[] of) {
    return Arrays.stream(of)
        .boxed()
        .sorted(
            Comparator.<Integer>comparingInt(row -> Bits.countBoth(now.usable, rows.excluded[row]))
                .thenComparingDouble(cheapest::cost))
        .mapToInt(row -> row)
        .toArray();
  }
}
