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
 * What could be taken for an option and for the requests after it: a row is a device for one of
 * them.
 *
 * <p>Rows are in groups, of each of which so many are needed. The first group is the option itself.
 * A later request is a group, and those that want the same exclusive devices are one together. A
 * request with alternatives is taken to need the fewest, all of one alternative.
 *
 * <p>Two rows exclude each other if taking both fails in either order on a node on which nothing
 * else has been taken. Whatever is taken later only makes things worse, so they always do.
 */
final class CandidateRows {
  /** Who has more of them than this has too many to compare all with each other. */
  static final int MOST = 1024;

  private final SearchProblem problem;
  private final Trail untouched;
  private final List<Row> rows = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private final boolean tooMany;

  /** For each row those that it excludes, itself among them. */
  final long[][] excluded;

  /**
   * For each row those that it can stand in for, if it excludes no others: of the same group, and
   * charging no less.
   */
  final long[][] dearer;

  /** What each row charges, the budgets being numbered anew. */
  final Charge[] charges;

  /** The budgets that rows charge. */
  private final int[] budgets;

  /**
   * For each constraint for different values, and for devices, a number for each row: two rows with
   * one number exclude each other. Rows of groups that are not wholly covered have none.
   */
  final List<DistinctAxis> axes = new ArrayList<>();

  /** For each group its rows. */
  final long[][] members;

  /** A device for an option. */
  record Row(int group, int claim, int option, int device) {}

  /** Requests of which each row can serve any; the option that the search is at has none. */
  private record Group(List<Integer> requests, int need) {}

  CandidateRows(SearchProblem problem, int request, int option, int until) {
    this.problem = problem;
    untouched = new Trail(problem);
    addGroup(List.of(), 0, problem.claimOf[request], List.of(option));
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

  /** The rows of a group that are among these, in order. */
  List<Row> picked(long[] some, int group) {
    var picked = new ArrayList<Row>();
    for (int row = Bits.next(some, 0); row >= 0; row = Bits.next(some, row + 1)) {
      if (groupOf(row) == group) {
        picked.add(rows.get(row));
      }
    }
    return picked;
  }

  /** How many rows of each group are needed, given how many of the first are. */
  int[] needs(int first) {
    var needs = groups.stream().mapToInt(Group::need).toArray();
    needs[0] = first;
    return needs;
  }

  private void addRequest(int request) {
    int least = least(request);
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
    var options = new ArrayList<Integer>();
    for (int o = problem.optionsFrom[request]; o < problem.optionsFrom[request + 1]; o++) {
      options.add(o);
    }
    addGroup(List.of(request), least, problem.claimOf[request], options);
  }

  private int least(int request) {
    int least = Integer.MAX_VALUE;
    for (int o = problem.optionsFrom[request]; o < problem.optionsFrom[request + 1]; o++) {
      least = Math.min(least, problem.need[o]);
    }
    return least;
  }

  private void addGroup(List<Integer> requests, int need, int claim, List<Integer> options) {
    int group = groups.size();
    groups.add(new Group(requests, need));
    for (int option : options) {
      var candidates = problem.candidates[option];
      for (int d = Bits.next(candidates, 0); d >= 0; d = Bits.next(candidates, d + 1)) {
        var row = new Row(group, claim, option, d);
        if (isOneOfAll(option, d) && take(row, untouched)) {
          untouched.rollbackTo(0);
          rows.add(row);
        }
      }
    }
  }

  private boolean isOneOfAll(int option, int device) {
    return !problem.takesAll[option] || Arrays.binarySearch(problem.all[option], device) >= 0;
  }

  /** Whether what the one can have the other can, so that only their number matters. */
  private boolean areInterchangeable(int one, int two) {
    if (problem.hasAlternatives(one) || problem.hasAlternatives(two)) {
      return false;
    }
    int a = problem.optionsFrom[one];
    int b = problem.optionsFrom[two];
    return isPlain(a)
        && isPlain(b)
        && Arrays.equals(problem.candidates[a], problem.candidates[b])
        && Arrays.equals(problem.covering[a], problem.covering[b])
        && haveEqualValues(a, b)
        && chargeEqually(a, b);
  }

  private boolean isPlain(int option) {
    return !problem.admin[option]
        && !problem.takesAll[option]
        && !Bits.intersect(problem.candidates[option], problem.shareable);
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
    // Within one group a device occurs once.
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

  /** What there is of each budget before anything is taken. */
  long[] restAtFirst() {
    return rest(untouched);
  }

  /** What is left of each budget. */
  long[] rest(Trail trail) {
    return Arrays.stream(budgets).mapToLong(it -> trail.rest[it]).toArray();
  }

  private Charge charge(Row row) {
    var amounts = amounts(row);
    return new Charge(
        amounts.keySet().stream().mapToInt(it -> Arrays.binarySearch(budgets, it)).toArray(),
        amounts.values().stream().mapToLong(it -> it).toArray());
  }

  /** What it takes at least: of a device that is shared, others may have paid a part. */
  private Map<Integer, Long> amounts(Row row) {
    var amounts = new TreeMap<Integer, Long>();
    if (!problem.admin[row.option]) {
      add(problem.each[row.option][row.device], amounts);
    }
    if (!problem.admin[row.option] && !Bits.has(problem.shareable, row.device)) {
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

  /** A request has a device once, and devices of one alternative only. */
  private boolean areOfOneRequest(int row, int other) {
    var one = rows.get(row);
    var two = rows.get(other);
    return one.group == two.group && (one.device == two.device || one.option != two.option);
  }

  /** The rows that can be taken after this one. */
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
    return !trail.inUse(row.claim, row.option, row.device)
        && trail.take(row.claim, row.option, row.device) == Take.TAKEN;
  }

  /** The rows that can be taken now. */
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
    return problem.admin[row.option] || Bits.has(problem.shareable, row.device) ? -1 : row.device;
  }

  private int element(int constraint, Row row) {
    if (!isCovered(constraint, row.option)) {
      return -1;
    }
    int value = problem.values[constraint][row.option][row.device];
    // One of its elements stands for a list: lists that share it exclude each other, too.
    return value == SearchProblem.INCOMPARABLE
        ? problem.elements
        : problem.valueSets.elements(value)[0];
  }

  private boolean isCovered(int constraint, int option) {
    for (int covering : problem.covering[option]) {
      if (covering == constraint) {
        return true;
      }
    }
    return false;
  }
}
