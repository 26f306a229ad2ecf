package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import dev.dray.allocation.search.Trail.Take;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * The devices that could be taken for an alternative and for the requests behind it, as the rows of
 * a generalized exact cover problem.
 *
 * <p><b>The model.</b> A <em>row</em> is one device for one of these requests. Rows form
 * <em>groups</em>, and each group needs so many of its rows. The first group is the alternative
 * that the search is at; every later request is a group, except that requests which want the same
 * exclusive devices share one, because only their number matters. What is to be found is a set of
 * rows, in no order, such that
 *
 * <ul>
 *   <li>each group has as many rows as it needs,
 *   <li>no two rows exclude each other, and
 *   <li>the charges of all rows together are within every budget.
 * </ul>
 *
 * <p>{@link RowPicker} looks for it. Two devices from different racks, and one more device that has
 * to be gpu-0 or gpu-3, are these rows:
 *
 * <pre>{@code
 * group 0, needs 2          group 1, needs 1        excluded   0 1 2 3 4 5
 * row 0  gpu-0  rack A      row 4  gpu-0               row 0   x x . . x .
 * row 1  gpu-1  rack A      row 5  gpu-3               row 1   x x . . . .
 * row 2  gpu-2  rack B                                 row 2   . . x . . .
 * row 3  gpu-3  rack C                                 row 3   . . . x . x
 *                                                      row 4   x . . . x .
 * axis of racks    0 0 1 2 - -                         row 5   . . . x . x
 * axis of devices  0 1 2 3 0 3
 * }</pre>
 *
 * <p>An {@linkplain DistinctAxis axis} is a reason for exclusion that sorts rows into columns: rows
 * with one number exclude each other. There is an axis for each {@code distinctAttribute} and, if
 * there are several groups, one for exclusive devices. Of a list of values the first stands for
 * all: lists with the same first value exclude each other, and other overlaps are in {@link
 * #excluded}.
 *
 * <p><b>A relaxation.</b> Every way in which the search could go on is such a set of rows, but not
 * every such set is a way to go on. So if there is no set, the search is in a dead end; if there is
 * one, nothing is proven. What is relaxed:
 *
 * <ul>
 *   <li>Rows are compared in pairs. Three lists of which any two have a value in common pass a
 *       {@code matchAttribute}, even if no value is common to all three.
 *   <li>A request with alternatives is taken to need as few devices as its most modest alternative,
 *       all of one alternative.
 *   <li>A shareable device is charged what each share pays and not what is charged once, since
 *       another share may have paid that. Wide amounts are not counted.
 * </ul>
 *
 * <p><b>Exclusion.</b> Two rows exclude each other if taking both fails in either order on a {@link
 * Trail} on which nothing else has been taken. That holds in every later state as well, because
 * taking more devices never makes one easier to take (see {@link Trail}). So exclusions are
 * computed once and serve for all questions about the alternative; only {@link #usable} and {@link
 * #rest(Trail)} depend on the state of the search. Problems with negative charges are not asked
 * about.
 *
 * <p><b>Cost.</b> With n rows, n&sup2; pairs are tried on the trail, and the exclusions take
 * n&sup2; bits. More than {@value #MOST} rows are not compared at all.
 */
final class CandidateRows {
  /** Rows beyond this number are not compared pairwise: that would cost more than it can prune. */
  static final int MOST = 1024;

  private final SearchProblem problem;

  /** A trail on which nothing is taken between the calls. */
  private final Trail untouched;

  private final List<Row> rows = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private final boolean tooMany;

  /** For each row the rows that it excludes, itself included. */
  final long[][] excluded;

  /**
   * For each row the rows of the same group that charge at least as much. It can stand in for them
   * where it excludes no more than they do.
   */
  final long[][] dearer;

  /** The charge of each row; a budget is its position in {@link #budgets}. */
  final Charge[] charges;

  /** The budgets that rows charge, ascending. */
  private final int[] budgets;

  /**
   * The axes: one for each {@code distinctAttribute}, and one for exclusive devices. Rows with the
   * same number exclude each other. Rows of groups that are not wholly covered have no number.
   */
  final List<DistinctAxis> axes = new ArrayList<>();

  /** The rows of each group. */
  final long[][] members;

  /** One device for one alternative of a request of the group. */
  record Row(int group, int claim, int alternative, int device) {}

  /**
   * Requests any of which each row can serve, and the number of rows they need together. The first
   * group, the alternative that the search is at, lists no requests.
   */
  private record Group(List<Integer> requests, int need) {}

  /**
   * @param request the request that the search is at
   * @param alternative the alternative of it that the search is at
   * @param until the first later request to leave out
   */
  CandidateRows(SearchProblem problem, int request, int alternative, int until) {
    this.problem = problem;
    untouched = new Trail(problem);
    addGroup(List.of(), 0, problem.claimOf[request], List.of(alternative));
    for (int later = request + 1; later < until && rows.size() <= MOST; later++) {
      addRequest(later);
    }
    tooMany = rows.size() > MOST;
    int size = tooMany ? 0 : rows.size();
    excluded = new long[size][];
    dearer = new long[size][];
    charges = new Charge[size];
    members = new long[groups.size()][];
    budgets = tooMany ? new int[] {} : budgets();
    if (!tooMany) {
      compare();
    }
  }

  /** Returns whether there are more than {@link #MOST} rows; then nothing else may be asked. */
  boolean areTooMany() {
    return tooMany;
  }

  int size() {
    return rows.size();
  }

  int groups() {
    return groups.size();
  }

  Row row(int number) {
    return rows.get(number);
  }

  int groupOf(int row) {
    return rows.get(row).group;
  }

  List<Integer> requestsOf(int group) {
    return groups.get(group).requests;
  }

  /** Returns the rows of a group that are in this set, in order. */
  List<Row> picked(long[] some, int group) {
    var picked = new ArrayList<Row>();
    for (int row = Bits.next(some, 0); row >= 0; row = Bits.next(some, row + 1)) {
      if (groupOf(row) == group) {
        picked.add(rows.get(row));
      }
    }
    return picked;
  }

  /** Returns the number of rows that each group needs, where the first needs this many. */
  int[] needs(int first) {
    var needs = groups.stream().mapToInt(Group::need).toArray();
    needs[0] = first;
    return needs;
  }

  private void addRequest(int request) {
    int least = problem.leastNeed(request);
    if (least == 0) {
      return;
    }
    for (int group = 1; group < groups.size(); group++) {
      var known = groups.get(group);
      if (areInterchangeable(known.requests.getFirst(), request)) {
        var requests = new ArrayList<>(known.requests);
        requests.add(request);
        groups.set(group, new Group(requests, known.need + least));
        return;
      }
    }
    var alternatives = new ArrayList<Integer>();
    for (int o = problem.alternativesFrom[request];
        o < problem.alternativesFrom[request + 1];
        o++) {
      alternatives.add(o);
    }
    addGroup(List.of(request), least, problem.claimOf[request], alternatives);
  }

  private void addGroup(List<Integer> requests, int need, int claim, List<Integer> alternatives) {
    int group = groups.size();
    groups.add(new Group(requests, need));
    for (int alternative : alternatives) {
      var candidates = problem.candidates[alternative];
      for (int d = Bits.next(candidates, 0); d >= 0; d = Bits.next(candidates, d + 1)) {
        var row = new Row(group, claim, alternative, d);
        if (isOneOfAll(alternative, d) && take(row, untouched)) {
          untouched.rollbackTo(0);
          rows.add(row);
        }
      }
    }
  }

  private boolean isOneOfAll(int alternative, int device) {
    return !problem.takesAll[alternative]
        || Arrays.binarySearch(problem.all[alternative], device) >= 0;
  }

  /** Returns whether two requests accept the same devices on the same terms. */
  private boolean areInterchangeable(int one, int two) {
    if (problem.hasAlternatives(one) || problem.hasAlternatives(two)) {
      return false;
    }
    int a = problem.alternativesFrom[one];
    int b = problem.alternativesFrom[two];
    return isPlain(a)
        && isPlain(b)
        && Arrays.equals(problem.candidates[a], problem.candidates[b])
        && Arrays.equals(problem.covering[a], problem.covering[b])
        && haveEqualValues(a, b)
        && chargeEqually(a, b);
  }

  /** Returns whether the alternative takes some exclusive devices, without admin access. */
  private boolean isPlain(int alternative) {
    return !problem.admin[alternative]
        && !problem.takesAll[alternative]
        && !Bits.intersect(problem.candidates[alternative], problem.shareable);
  }

  private boolean haveEqualValues(int a, int b) {
    for (int constraint : problem.covering[a]) {
      if (!Arrays.equals(problem.values[constraint][a], problem.values[constraint][b])) {
        return false;
      }
    }
    return true;
  }

  private boolean chargeEqually(int a, int b) {
    for (int device = 0; device < problem.devices; device++) {
      if (!problem.each[a][device].isEqualTo(problem.each[b][device])) {
        return false;
      }
    }
    return true;
  }

  private void compare() {
    for (int group = 0; group < members.length; group++) {
      members[group] = Bits.none(size());
    }
    for (int row = 0; row < size(); row++) {
      Bits.add(members[groupOf(row)], row);
      charges[row] = charge(rows.get(row));
    }
    exclude();
    for (int row = 0; row < size(); row++) {
      dearer[row] = dearer(row);
    }
    for (int constraint = 0; constraint < problem.distinct.length; constraint++) {
      if (problem.distinct[constraint]) {
        int number = constraint;
        addAxis(row -> element(number, row));
      }
    }
    // Within one group, rows of the same device exclude each other anyway.
    if (groups() > 1) {
      addAxis(this::exclusiveDevice);
    }
  }

  private int[] budgets() {
    return rows.stream()
        .flatMapToInt(row -> amounts(row).keySet().stream().mapToInt(it -> it))
        .sorted()
        .distinct()
        .toArray();
  }

  /** Returns the amount of each budget before anything is taken. */
  long[] restAtFirst() {
    return rest(untouched);
  }

  /** Returns the amount left of each budget. */
  long[] rest(Trail trail) {
    return Arrays.stream(budgets).mapToLong(it -> trail.rest[it]).toArray();
  }

  private Charge charge(Row row) {
    var amounts = amounts(row);
    return new Charge(
        amounts.keySet().stream().mapToInt(it -> Arrays.binarySearch(budgets, it)).toArray(),
        amounts.values().stream().mapToLong(it -> it).toArray());
  }

  /** Returns the least that a row charges: other shares may have paid what is charged once. */
  private Map<Integer, Long> amounts(Row row) {
    var amounts = new TreeMap<Integer, Long>();
    if (!problem.admin[row.alternative]) {
      add(problem.each[row.alternative][row.device], amounts);
    }
    if (!problem.admin[row.alternative] && !Bits.has(problem.shareable, row.device)) {
      add(problem.once[row.device], amounts);
    }
    return amounts;
  }

  private void add(Charge charge, Map<Integer, Long> amounts) {
    for (int i = 0; i < charge.budgets.length; i++) {
      if (!problem.wide.isWide(charge.budgets[i]) && charge.amounts[i] > 0) {
        amounts.merge(charge.budgets[i], charge.amounts[i], CandidateRows::sum);
      }
    }
  }

  private static long sum(long one, long two) {
    return one > Long.MAX_VALUE - two ? Long.MAX_VALUE : one + two;
  }

  private void exclude() {
    var compatible = new long[size()][];
    for (int row = 0; row < size(); row++) {
      compatible[row] = compatible(rows.get(row));
    }
    for (int row = 0; row < size(); row++) {
      excluded[row] = Bits.none(size());
      for (int other = 0; other < size(); other++) {
        if (areOfOneRequest(row, other)
            || (!Bits.has(compatible[row], other) && !Bits.has(compatible[other], row))) {
          Bits.add(excluded[row], other);
        }
      }
    }
  }

  /**
   * Returns whether the rows exclude each other within their group: a request takes a device once,
   * and takes devices of one alternative only.
   */
  private boolean areOfOneRequest(int row, int other) {
    var one = rows.get(row);
    var two = rows.get(other);
    return one.group == two.group
        && (one.device == two.device || one.alternative != two.alternative);
  }

  /** Returns the rows that can be taken after this one. */
  private long[] compatible(Row first) {
    var compatible = Bits.none(size());
    take(first, untouched);
    int mark = untouched.mark();
    for (int other = 0; other < size(); other++) {
      if (take(rows.get(other), untouched)) {
        Bits.add(compatible, other);
        untouched.rollbackTo(mark);
      }
    }
    untouched.rollbackTo(0);
    return compatible;
  }

  private static boolean take(Row row, Trail trail) {
    return !trail.inUse(row.claim, row.alternative, row.device)
        && trail.take(row.claim, row.alternative, row.device) == Take.TAKEN;
  }

  /** Returns the rows that can be taken in the state of the trail, each by itself. */
  long[] usable(Trail trail) {
    var usable = Bits.none(size());
    int mark = trail.mark();
    for (int row = 0; row < size(); row++) {
      if (take(rows.get(row), trail)) {
        Bits.add(usable, row);
        trail.rollbackTo(mark);
      }
    }
    return usable;
  }

  private long[] dearer(int row) {
    var dearer = Bits.none(size());
    for (int other = 0; other < size(); other++) {
      if (other != row && groupOf(other) == groupOf(row) && charges[row].isAtMost(charges[other])) {
        Bits.add(dearer, other);
      }
    }
    return dearer;
  }

  private void addAxis(ToIntFunction<Row> valueOf) {
    var covers = new boolean[groups()];
    Arrays.fill(covers, true);
    for (var row : rows) {
      covers[row.group] &= valueOf.applyAsInt(row) >= 0;
    }
    var known = new TreeMap<Integer, Integer>();
    var numbers = new int[size()];
    for (int i = 0; i < numbers.length; i++) {
      int value = covers[groupOf(i)] ? valueOf.applyAsInt(rows.get(i)) : -1;
      int next = known.size();
      numbers[i] = value < 0 ? -1 : known.computeIfAbsent(value, _ -> next);
    }
    boolean isNew =
        axes.stream().noneMatch(distinctAxis -> Arrays.equals(distinctAxis.numbers, numbers));
    if (isNew && !known.isEmpty()) {
      axes.add(new DistinctAxis(numbers, known.size(), covers));
    }
  }

  private int exclusiveDevice(Row row) {
    return problem.admin[row.alternative] || Bits.has(problem.shareable, row.device)
        ? -1
        : row.device;
  }

  private int element(int constraint, Row row) {
    if (!isCovered(constraint, row.alternative)) {
      return -1;
    }
    int value = problem.values[constraint][row.alternative][row.device];
    // A list is represented by one of its values: lists that share it exclude each other, too.
    return value == SearchProblem.INCOMPARABLE
        ? problem.elements
        : problem.valueSets.elements(value)[0];
  }

  private boolean isCovered(int constraint, int alternative) {
    for (int covering : problem.covering[alternative]) {
      if (covering == constraint) {
        return true;
      }
    }
    return false;
  }
}
