package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A solver that decides whether each group can have as many {@link CandidateRows} as it needs, no
 * two of which exclude each other, in whatever order.
 *
 * <p><b>The algorithm</b> is Knuth's Algorithm X for exact cover, generalized to groups and
 * budgets. The {@link Search} has to begin with the first device. This solver is free to begin
 * where there is the least to choose from (minimum remaining values): it takes the {@linkplain
 * DistinctAxis axis} with the fewest values to <em>spare</em>, that is, more than are needed, and
 * on it the value that the fewest rows carry. One of these rows is picked, or, if the axis has
 * values to spare, none of them. Without such an axis it takes the group with the fewest rows to
 * spare: if s rows can be spared, one of any s + 1 must be picked. Rows that exclude the fewest
 * others come first, then cheap ones (least constraining value).
 *
 * <p>Before each choice {@link #narrow} draws the conclusions that need no choice, until there are
 * no more:
 *
 * <ul>
 *   <li>a group or an axis with less than it needs ends the branch;
 *   <li>with nothing to spare, rows without a substitute are picked (unit propagation);
 *   <li>a row is left out if another one can always stand in for it (dominance; in constraint
 *       programming, neighborhood substitutability). This is what makes the solver quick.
 * </ul>
 *
 * <p>For the rows drawn in {@link CandidateRows}:
 *
 * <pre>{@code
 * 0 1 2 3 4 5     row 1 excludes {0 1}, row 0 excludes {0 1 4}: row 1 stands in for row 0
 *   1 2 3 4 5     racks A {1}  B {2}  C {3}: two needed, one to spare
 *   |       \
 * pick 1     leave rack A out, if picking 1 fails
 *   |         2 3 4 5   nothing to spare: picks 2 and 3; 3 excludes 5, so picks 4: found
 * 2 3 4 5    racks B {2}  C {3}: one needed, one to spare
 *   |
 * pick 2 ... pick 4: found 1 2 4
 * }</pre>
 *
 * <p><b>Soundness.</b> {@link Answer#IMPOSSIBLE} is a proof that no set of rows will do, because
 * every step keeps a set if there is one. The branches of a choice cover all sets: a set contains
 * one of the rows of the value, or none. A row that has been tried is removed for the branches
 * after it, so no set is looked at twice. A row is left out only if another row of its group
 * excludes it, charges no more, and excludes nothing usable that it does not exclude itself:
 * replacing the one by the other in a set gives a set again. Two bounds cut branches early: {@link
 * CheapestRows} and {@link RowMatching}.
 *
 * <p><b>Dead ends</b> are remembered, and from one question to the next: a state is fully described
 * by the usable rows, the needs of groups and what is left of budgets, so it does not matter how it
 * was reached. When {@value #MOST_DEAD_ENDS} are known, all are forgotten.
 *
 * <p><b>Cost.</b> Exponential at worst, so each question has a limit of steps, and beyond it the
 * answer is {@link Answer#UNDECIDED}. A step is one state; finding substitutes compares rows in
 * pairs, so with many rows a state counts as several steps.
 */
final class RowPicker {
  private static final int MOST_DEAD_ENDS = 1 << 16;
  private static final int STOP_INTERVAL = 127;

  enum Answer {
    POSSIBLE,
    IMPOSSIBLE,
    /** The question takes more steps than allowed, or the search was told to stop. */
    UNDECIDED
  }

  private final CandidateRows rows;
  private final RowMatching matching;
  private final CheapestRows cheapest;
  private final BooleanSupplier stop;
  private final int words;

  /** The steps that one state counts for. */
  private final int effort;

  /** The number of usable rows for each number of the axis counted last. */
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

  /** A state of the solver: the rows left to choose from, those picked, and what is needed. */
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

  /** Returns the steps of all questions so far; with many rows a state counts as several steps. */
  long steps() {
    return steps;
  }

  /** Returns the rows picked by the last question whose answer was {@link Answer#POSSIBLE}. */
  long[] picked() {
    return found.picked;
  }

  /**
   * Answers whether the needs of all groups can be met.
   *
   * @param usable the rows to choose from
   * @param needs the number of rows that each group needs
   * @param rest the amount left of each budget
   * @param mostSteps the steps that the answer may take
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

  /** Returns whether the state at this depth can be completed; false also if given up. */
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

  /**
   * Picks the rows that must be picked and leaves out those that need not be, until nothing
   * changes. Returns false if too little is left.
   */
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

  /**
   * Counts the usable rows of each number of the axis in {@link #tally}. Returns how many numbers
   * there are beyond those needed.
   */
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

  /** Picks a row that is the only one with its number; returns false if there is none. */
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

  /** Leaves out rows for which another row, which they exclude, can stand in. */
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

  /** Returns whether every usable row that the one excludes is excluded by the other as well. */
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

  /** A branching: rows of which one is picked, or, if optional, none. */
  private static final class Choice {
    private final int[] rows;
    private final boolean optional;

    Choice(int[] rows, boolean optional) {
      this.rows = rows;
      this.optional = optional;
    }
  }

  /** Returns the rows of the rarest number of the axis with the fewest numbers to spare. */
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

  /**
   * Returns rows of the group with the fewest to spare. If s rows can be spared, one of any s + 1
   * must be picked, so s + 1 are returned.
   */
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

  /** Sorts the rows that constrain the others least first (least-constraining value). */
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
