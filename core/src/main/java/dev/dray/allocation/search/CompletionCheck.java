package dev.dray.allocation.search;

import dev.dray.allocation.search.CandidateRows.Row;
import dev.dray.allocation.search.RowPicker.Answer;
import dev.dray.allocation.search.Trail.Take;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A check whether what a search still needs can be had at all, in whatever order.
 *
 * <p><b>The problem.</b> The {@link Search} has to try devices in the order that decides, and that
 * can be the worst order to find out that an early device was the wrong one. If the devices must
 * differ in three attributes, say, it fills thirty places, fails at the last, and tries all
 * combinations of the places before while the mistake is in the first (<em>thrashing</em>).
 *
 * <p><b>The check</b> asks another solver, {@link RowPicker}, whether the rest can be completed. It
 * may begin wherever there is the least to choose from. If it finds nothing, the branch is cut. If
 * it finds something, its solution is kept as the <em>plan</em>: the alternative and the devices of
 * each request to come. As long as the devices of the plan can still be taken, no question is
 * asked; in constraint programming such a witness is called a residual support.
 *
 * <pre>{@code
 * place  0  1  2  3
 *        a             asks: possible; the plan is c f h
 *        a  b          b excludes f and h, too little of the plan is left; asks: impossible, cut
 *        a  c          f and h are left: nothing to ask
 *        a  c  d       d excludes f, but h is left: nothing to ask
 *        a  c  d  e    placed, with d and e instead of f and h
 * }</pre>
 *
 * <p>The plan never becomes the result: the search itself may find devices that come earlier. In
 * effect the search gives up most devices that lead nowhere at once, instead of after all that
 * could follow them.
 *
 * <p><b>Soundness.</b> {@link CandidateRows} are a relaxation: every completion in the deciding
 * order is a set of rows without exclusions and within budgets, in particular with devices of the
 * current alternative from {@code from} on only. If there is no such set, there is no completion.
 * The relaxation does not see everything, for instance not lists of values of which any two have a
 * value in common but not all; then a plan may fail, which costs another question and nothing else.
 * Requests from the first on at which an expression could fail are not part of the question ({@link
 * Certainty}): the search must not miss the failure. Nothing is said about problems in which taking
 * a device may add to a budget, because devices would then have to be taken in a certain order.
 *
 * <p><b>Cost.</b> A question is a search of its own and may come to nothing. Each step of the
 * search earns a credit of {@value #SHARE} steps, questions without answer use it up, and those
 * that cut a branch give credit back. A question may use all the credit only if that is at least as
 * much as was spent in vain before, so that each failed attempt is followed by a larger one; in the
 * meantime only questions of {@value #FEW} steps are asked. So questions without answer take at
 * most {@value #SHARE} steps for each step of the search, beside those that other questions have
 * earned.
 */
final class CompletionCheck {
  /** The steps in vain that each step of the search pays for. */
  private static final long SHARE = 32;

  /** The steps of a question while larger ones are not affordable. */
  private static final long FEW = 256;

  private final SearchProblem problem;
  private final Trail trail;
  private final Lazy<Certainty> certainty;

  /** For each alternative the solver for it and the requests behind it. */
  private final List<Lazy<RowPicker>> picks = new ArrayList<>();

  /** The alternative of each request in the plan, or -1 without plan. */
  private final int[] plannedAlternative;

  /** The devices of each request in the plan. */
  private final int[][] planned;

  private long steps;

  /** The steps of questions that were answered with impossible. */
  private long spentWell;

  /** The steps of questions that were not answered. */
  private long spentInVain;

  CompletionCheck(SearchProblem problem, Trail trail, BooleanSupplier stop) {
    this.problem = problem;
    this.trail = trail;
    certainty = new Lazy<>(() -> new Certainty(problem));
    for (int request = 0; request < problem.requests(); request++) {
      int asked = request;
      for (int o = problem.alternativesFrom[request];
          o < problem.alternativesFrom[request + 1];
          o++) {
        int alternative = o;
        picks.add(new Lazy<>(() -> new RowPicker(rows(asked, alternative), stop)));
      }
    }
    plannedAlternative = new int[problem.requests()];
    Arrays.fill(plannedAlternative, -1);
    planned = new int[problem.requests()][0];
  }

  /** Returns the steps that all questions took. */
  long steps() {
    return steps;
  }

  /**
   * Returns whether it is proven that the alternative cannot be filled from this place on, with
   * devices from {@code from} on, together with the later requests.
   *
   * @param searched the steps of the search so far, which decide how much the answer may cost
   */
  boolean isImpossible(int request, int alternative, int place, int from, long searched) {
    // Devices that add to a budget would have to be taken in a certain order.
    if (problem.negative || certainty.it().isMissing(alternative)) {
      return false;
    }
    int until = certainty.it().until(request + 1);
    int missing = problem.need[alternative] - place;
    long affordable = affordable(searched);
    return affordable > 0
        && !isPlanned(request, alternative, missing, from, until)
        && answer(request, alternative, place, from, until, affordable) == Answer.IMPOSSIBLE;
  }

  /**
   * Returns the steps that a question may take. Questions without answer must not cost much more
   * than the search itself, which may do better alone; and a question that follows one without
   * answer has to be larger, or it would come to nothing as well.
   */
  private long affordable(long searched) {
    long credit = SHARE * searched + spentWell - spentInVain;
    return credit >= Math.max(FEW, spentInVain) ? credit : credit >= FEW ? FEW : 0;
  }

  /** Returns whether the plan can still be followed from here. */
  private boolean isPlanned(int request, int alternative, int missing, int from, int until) {
    if (plannedAlternative[request] != alternative) {
      return false;
    }
    int mark = trail.mark();
    int first = problem.takesAll[alternative] ? 0 : from;
    boolean works = takePlanned(request, first) >= missing;
    for (int later = request + 1; works && later < until; later++) {
      works = plannedAlternative[later] >= 0 && takePlanned(later, 0) == planned[later].length;
    }
    trail.rollbackTo(mark);
    return works;
  }

  /** Takes the planned devices of a request that can be taken, and returns their number. */
  private int takePlanned(int request, int from) {
    int claim = problem.claimOf[request];
    int alternative = plannedAlternative[request];
    int count = 0;
    for (int device : planned[request]) {
      boolean taken =
          device >= from
              && !trail.inUse(claim, alternative, device)
              && trail.take(claim, alternative, device) == Take.TAKEN;
      count += taken ? 1 : 0;
    }
    return count;
  }

  private Answer answer(
      int request, int alternative, int place, int from, int until, long mostSteps) {
    var asked = picks.get(alternative).it();
    var rows = asked.rows();
    if (rows.areTooMany()) {
      return Answer.UNDECIDED;
    }
    var usable = rows.usable(trail);
    removeFormer(rows, usable, alternative, place, from);
    long before = asked.steps();
    int[] needs = rows.needs(problem.need[alternative] - place);
    var answer = asked.ask(usable, needs, rows.rest(trail), mostSteps);
    long spent = asked.steps() - before;
    steps += spent;
    switch (answer) {
      case POSSIBLE -> plan(rows, asked.picked(), request, alternative, until);
      case IMPOSSIBLE -> spentWell += spent;
      case UNDECIDED -> spentInVain += spent;
    }
    return answer;
  }

  private CandidateRows rows(int request, int alternative) {
    return new CandidateRows(problem, request, alternative, certainty.it().until(request + 1));
  }

  /** Removes devices of the current alternative that the search has left behind. */
  private void removeFormer(
      CandidateRows rows, long[] usable, int alternative, int place, int from) {
    boolean all = problem.takesAll[alternative];
    var members = rows.members[0];
    for (int row = Bits.next(members, 0); row >= 0; row = Bits.next(members, row + 1)) {
      int device = rows.row(row).device();
      if (all ? Arrays.binarySearch(problem.all[alternative], device) < place : device < from) {
        Bits.remove(usable, row);
      }
    }
  }

  /** Keeps the picked rows as the plan. */
  private void plan(CandidateRows rows, long[] picked, int request, int alternative, int until) {
    plannedAlternative[request] = alternative;
    planned[request] = devices(rows.picked(picked, 0));
    for (int later = request + 1; later < until; later++) {
      plannedAlternative[later] = problem.alternativesFrom[later];
      planned[later] = new int[] {};
    }
    for (int group = 1; group < rows.groups(); group++) {
      planGroup(rows.requestsOf(group), rows.picked(picked, group));
    }
  }

  /** Deals the picked rows of a group out to its requests. */
  private void planGroup(List<Integer> requests, List<Row> picked) {
    int at = 0;
    for (int request : requests) {
      // Requests that share a group have no alternatives.
      boolean alone = requests.size() == 1;
      int alternative = alone ? picked.getFirst().alternative() : problem.alternativesFrom[request];
      int end = alone ? picked.size() : at + problem.need[alternative];
      plannedAlternative[request] = alternative;
      planned[request] = devices(picked.subList(at, end));
      at = end;
    }
  }

  private static int[] devices(List<Row> rows) {
    return rows.stream().mapToInt(Row::device).toArray();
  }
}
