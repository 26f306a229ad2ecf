package dev.dray.allocation.search;

import java.util.function.BooleanSupplier;

/**
 * Tells a search what it need not try, from several sources of proof.
 *
 * <p>Cheap proofs are sought at once, dear ones once the search has taken some steps.
 */
public final class Pruning {
  /**
   * Which techniques are used, and from which step on.
   *
   * @param patience steps after which symmetric devices are skipped and bounds look at all requests
   *     to come; most searches are over by then
   * @param memoAfter steps after which failures are remembered
   * @param planAfter steps after which it is asked whether there is anything in another order
   */
  public record Skills(
      boolean bounds,
      boolean symmetry,
      boolean memo,
      boolean plan,
      int patience,
      int memoAfter,
      int planAfter) {
    public static final Skills ALL = new Skills(true, true, true, true, 16, 64, 1000);
    static final Skills PLAIN = new Skills(false, false, false, false, 0, 0, 0);
  }

  private final Trail trail;
  private final Skills skills;
  private final FeasibilityBounds bounds;
  private final Lazy<Symmetry> symmetry;
  private final Lazy<FailureMemo> memo;
  private final Lazy<CompletionCheck> completion;
  private long steps;

  Pruning(SearchProblem problem, Trail trail, Skills skills, BooleanSupplier stop) {
    this.trail = trail;
    this.skills = skills;
    symmetry = new Lazy<>(() -> new Symmetry(problem));
    bounds = new FeasibilityBounds(problem, trail, symmetry);
    memo = new Lazy<>(() -> new FailureMemo(problem, trail, symmetry.it()));
    completion = new Lazy<>(() -> new CompletionCheck(problem, trail, stop));
  }

  /** Steps that looking ahead took, as far as they are worth counting. */
  long steps() {
    return steps;
  }

  /**
   * Whether the option cannot be filled from this place on with devices from {@code from} on, or no
   * later request can, and no expression without answer is on the way.
   */
  boolean isHopeless(int request, int option, int place, int from, int resultsBefore, long steps) {
    if (skills.bounds && bounds.areBroken(request, option, place, from, steps > skills.patience)) {
      return true;
    }
    boolean failed =
        skills.memo
            && steps > skills.memoAfter
            && memo.it().hasFailed(request, option, place, from, resultsBefore);
    return failed || isImpossible(request, option, place, from, steps);
  }

  /** The same, as far as one can tell by trying in another order. */
  boolean isImpossible(int request, int option, int place, int from, long steps) {
    if (!skills.plan || steps <= skills.planAfter) {
      return false;
    }
    boolean impossible = completion.it().isImpossible(request, option, place, from, steps);
    this.steps = completion.it().steps();
    return impossible;
  }

  /** Takes note that there is nothing from this place on. */
  void remember(int request, int option, int place, int from, int resultsBefore, long steps) {
    if (skills.memo && steps > skills.memoAfter) {
      memo.it().remember(request, option, place, from, resultsBefore);
    }
  }

  /** Whether the device would do no more than one of those that failed at the same place. */
  boolean isLikeFailed(int[] failed, int from, int to, int device, int claim, long steps) {
    if (!skills.symmetry || steps <= skills.patience || from == to) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (symmetry.it().areAlike(failed[i], device, trail, claim)) {
        return true;
      }
    }
    return false;
  }
}
