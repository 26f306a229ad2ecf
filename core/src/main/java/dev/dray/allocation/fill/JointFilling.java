package dev.dray.allocation.fill;

import dev.dray.allocation.request.AllocationRequest;
import dev.dray.allocation.search.Bits;
import dev.dray.allocation.search.Search;
import dev.dray.allocation.search.SearchProblem;
import dev.dray.allocation.search.SearchProblem.Charge;
import dev.dray.allocation.search.Trail;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The check whether more devices can be had at once than one after the other.
 *
 * <p>First-fit gives the first claim the first device that fits, which may keep two other devices
 * from being taken.
 */
final class JointFilling {
  /** The number of steps after which a search is given up. */
  private static final long STEPS = 2_000;

  private final AllocationRequest request;
  private final SearchProblem problem;
  private final long[] candidates;

  /**
   * Creates the check.
   *
   * @param candidates devices that are not shareable
   */
  JointFilling(AllocationRequest request, SearchProblem problem, long[] candidates) {
    this.request = request;
    this.problem = problem;
    this.candidates = candidates;
  }

  /**
   * Returns the most devices that can be had at once, given that {@code found} can, as far as is
   * known.
   */
  long atLeast(long found) {
    if (found >= SearchProblem.MOST_RESULTS) {
      return found;
    }
    long most = Math.min(bound(), SearchProblem.MOST_RESULTS);
    long known = found;
    while (known < most && canHave((int) known + 1)) {
      known++;
    }
    return known;
  }

  private boolean canHave(int count) {
    var some = problem.copy();
    some.need = new int[] {count};
    some.candidates = new long[][] {candidates};
    some.failing = new long[][] {Bits.none(problem.devices)};
    var search = new Search(some, request.skills(), () -> false);
    return search.run(STEPS).end() == Search.End.PLACED;
  }

  /** The devices whose first counter set is the same. */
  private static final class Group {
    private final LinkedHashMap<Integer, Long> least = new LinkedHashMap<>();
    private int devices;

    void add(Charge once, Charge each) {
      var drawn = new LinkedHashMap<Integer, Long>();
      put(once, drawn);
      put(each, drawn);
      if (devices++ == 0) {
        least.putAll(drawn);
      } else {
        least.keySet().retainAll(drawn.keySet());
        least.replaceAll((budget, amount) -> Math.min(amount, drawn.getOrDefault(budget, amount)));
      }
    }

    private static void put(Charge charge, Map<Integer, Long> drawn) {
      for (int i = 0; i < charge.budgets.length; i++) {
        drawn.merge(charge.budgets[i], charge.amounts[i], Filler::sum);
      }
    }

    /**
     * Returns a bound on the devices of the group: by the budgets that every one of them draws
     * from.
     */
    long most(SearchProblem problem) {
      long most = devices;
      for (var entry : least.entrySet()) {
        if (entry.getValue() > 0 && !problem.wide.isWide(entry.getKey())) {
          most = Math.min(most, problem.rest[entry.getKey()] / entry.getValue());
        }
      }
      return most;
    }
  }

  /** Returns an upper bound on the number of devices, cheap and mostly exact. */
  private long bound() {
    var groups = new LinkedHashMap<Integer, Group>();
    var trail = new Trail(problem);
    for (int device = Bits.next(candidates, 0);
        device >= 0;
        device = Bits.next(candidates, device + 1)) {
      int mark = trail.mark();
      if (trail.take(0, 0, device) == Trail.Take.TAKEN) {
        trail.rollbackTo(mark);
        var scopes = problem.scopesOf[device];
        groups
            .computeIfAbsent(scopes.length == 0 ? -1 : scopes[0], _ -> new Group())
            .add(problem.once[device], problem.each[0][device]);
      }
    }
    return groups.values().stream().mapToLong(group -> group.most(problem)).sum();
  }
}
