package dev.dray.allocation.search;

import dev.dray.allocation.search.CandidateRows.Row;
import dev.dray.allocation.search.RowPicker.Answer;
import dev.dray.allocation.search.Trail.Take;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Whether what a search still needs can be had at all, in whatever order.
 *
 * <p>A search in the deciding order notices late that an early device was the wrong one. So the
 * rest is tried in a better order first ({@link RowPicker}). If there is nothing, there is nothing
 * in the deciding order either. If there is something, it is kept as the plan: as long as the
 * search does not give up a part of it, nothing has to be asked.
 *
 * <p>Few things are not looked at, such as lists of which any two have a value in common but not
 * all; then a plan need not work out.
 */
final class CompletionCheck {
  /** Steps that each step of the search allows to spend in vain. */
  private static final long SHARE = 32;

  /** Steps for a question while larger ones would be too dear. */
  private static final long FEW = 256;

  private final SearchProblem problem;
  private final Trail trail;
  private final Lazy<Certainty> certainty;

  /** For each option what can be picked for it and what follows. */
  private final List<Lazy<RowPicker>> picks = new ArrayList<>();

  /** For each request the option and the devices of the plan. */
  private final int[] plannedOption;

  private final int[][] planned;
  private long steps;
  private long spentWell;
  private long spentInVain;

  CompletionCheck(SearchProblem problem, Trail trail, BooleanSupplier stop) {
    this.problem = problem;
    this.trail = trail;
    certainty = new Lazy<>(() -> new Certainty(problem));
    for (int request = 0; request < problem.requests(); request++) {
      int asked = request;
      for (int o = problem.optionsFrom[request]; o < problem.optionsFrom[request + 1]; o++) {
        int option = o;
        picks.add(new Lazy<>(() -> new RowPicker(rows(asked, option), stop)));
      }
    }
    plannedOption = new int[problem.requests()];
    Arrays.fill(plannedOption, -1);
    planned = new int[problem.requests()][0];
  }

  /** How many steps all questions took. */
  long steps() {
    return steps;
  }

  /**
   * Whether the option cannot be filled from this place on with devices from {@code from} on and
   * the later requests as well, as far as that can be told after so many steps of the search.
   */
  boolean isImpossible(int request, int option, int place, int from, long searched) {
    // What adds to a budget would have to come in order.
    if (problem.negative || certainty.it().isMissing(option)) {
      return false;
    }
    int until = certainty.it().until(request + 1);
    int missing = problem.need[option] - place;
    long affordable = affordable(searched);
    return affordable > 0
        && !isPlanned(request, option, missing, from, until)
        && answer(request, option, place, from, until, affordable) == Answer.IMPOSSIBLE;
  }

  /**
   * How many steps a question may take. Those without answer must not cost much more than the
   * search itself, which may be of a sort that gets on better alone; and the next one of them has
   * to be larger, or it would come to nothing as well.
   */
  private long affordable(long searched) {
    long credit = SHARE * searched + spentWell - spentInVain;
    return credit >= Math.max(FEW, spentInVain) ? credit : credit >= FEW ? FEW : 0;
  }

  private boolean isPlanned(int request, int option, int missing, int from, int until) {
    if (plannedOption[request] != option) {
      return false;
    }
    int mark = trail.mark();
    int first = problem.takesAll[option] ? 0 : from;
    boolean works = takePlanned(request, first) >= missing;
    for (int later = request + 1; works && later < until; later++) {
      works = plannedOption[later] >= 0 && takePlanned(later, 0) == planned[later].length;
    }
    trail.rollbackTo(mark);
    return works;
  }

  private int takePlanned(int request, int from) {
    int claim = problem.claimOf[request];
    int option = plannedOption[request];
    int count = 0;
    for (int device : planned[request]) {
      boolean taken =
          device >= from
              && !trail.inUse(claim, option, device)
              && trail.take(claim, option, device) == Take.TAKEN;
      count += taken ? 1 : 0;
    }
    return count;
  }

  private Answer answer(int request, int option, int place, int from, int until, long mostSteps) {
    var asked = picks.get(option).it();
    var rows = asked.rows();
    if (rows.areTooMany()) {
      return Answer.UNDECIDED;
    }
    var usable = rows.usable(trail);
    removeFormer(rows, usable, option, place, from);
    long before = asked.steps();
    int[] needs = rows.needs(problem.need[option] - place);
    var answer = asked.ask(usable, needs, rows.rest(trail), mostSteps);
    long spent = asked.steps() - before;
    steps += spent;
    switch (answer) {
      case POSSIBLE -> plan(rows, asked.picked(), request, option, until);
      case IMPOSSIBLE -> spentWell += spent;
      case UNDECIDED -> spentInVain += spent;
    }
    return answer;
  }

  private CandidateRows rows(int request, int option) {
    return new CandidateRows(problem, request, option, certainty.it().until(request + 1));
  }

  /** Devices that the search has left behind. */
  private void removeFormer(CandidateRows rows, long[] usable, int option, int place, int from) {
    boolean all = problem.takesAll[option];
    var members = rows.members[0];
    for (int row = Bits.next(members, 0); row >= 0; row = Bits.next(members, row + 1)) {
      int device = rows.row(row).device();
      if (all ? Arrays.binarySearch(problem.all[option], device) < place : device < from) {
        Bits.remove(usable, row);
      }
    }
  }

  private void plan(CandidateRows rows, long[] picked, int request, int option, int until) {
    plannedOption[request] = option;
    planned[request] = devices(rows.picked(picked, 0));
    for (int later = request + 1; later < until; later++) {
      plannedOption[later] = problem.optionsFrom[later];
      planned[later] = new int[] {};
    }
    for (int group = 1; group < rows.groups(); group++) {
      planGroup(rows.requestsOf(group), rows.picked(picked, group));
    }
  }

  private void planGroup(List<Integer> requests, List<Row> picked) {
    int at = 0;
    for (int request : requests) {
      // Requests that share a group have no alternatives.
      boolean alone = requests.size() == 1;
      int option = alone ? picked.getFirst().option() : problem.optionsFrom[request];
      int end = alone ? picked.size() : at + problem.need[option];
      plannedOption[request] = option;
      planned[request] = devices(picked.subList(at, end));
      at = end;
    }
  }

  private static int[] devices(List<Row> rows) {
    return rows.stream().mapToInt(Row::device).toArray();
  }
}
