package dev.dray.allocation.search;

import java.util.function.BooleanSupplier;

/**
 * The proofs that a branch of a {@link Search} holds nothing, and the steps from which on each is
 * sought.
 *
 * <p>Before a device is taken, {@link #isLikeFailed} asks {@link Symmetry}: an interchangeable
 * device has failed at the same place. Before a place is entered, which for all but the first place
 * of an alternative is after the device before it was taken, {@link #isHopeless} asks the others,
 * cheap ones first, expensive ones only when the search has taken some steps:
 *
 * <ol>
 *   <li>{@link FeasibilityBounds}: what is missing cannot be had, by a relaxation of the problem.
 *       Counting begins with the first step, the other bounds with {@link Skills#patience()}.
 *   <li>{@link FailureMemo}: an equivalent state has been searched before.
 *   <li>{@link CompletionCheck}: what is missing cannot be had in any order. It is asked again
 *       after a device has failed ({@link #isImpossible}).
 * </ol>
 */
public final class Pruning {
  /**
   * The techniques to use, and the steps after which each begins. Both {@code plan} and {@code
   * completionAfter} are about {@link CompletionCheck}, which keeps a plan of how to complete the
   * search.
   *
   * @param bounds whether to use {@link FeasibilityBounds}
   * @param symmetry whether to use {@link Symmetry}
   * @param memo whether to use {@link FailureMemo}
   * @param plan whether to use {@link CompletionCheck}
   * @param patience steps after which symmetric devices are skipped and bounds look at all requests
   *     to come; most searches are over by then
   * @param memoAfter steps after which failures are remembered
   * @param completionAfter steps after which {@link CompletionCheck} is asked whether the rest can
   *     be had in another order
   */
  public record Skills(
      boolean bounds,
      boolean symmetry,
      boolean memo,
      boolean plan,
      int patience,
      int memoAfter,
      int completionAfter) {
    public static final Skills ALL = new Skills(true, true, true, true, 16, 64, 1000);

    /** No pruning at all, to compare with. */
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

  /** Returns the steps that {@link CompletionCheck} took; the other proofs are not counted. */
  long steps() {
    return steps;
  }

  /**
   * Returns whether it is proven that the alternative cannot be filled from this place on with
   * devices from {@code from} on, or that a later request cannot, and that no expression fails on
   * the way.
   */
  boolean isHopeless(
      int request, int alternative, int place, int from, int resultsBefore, long steps) {
    if (skills.bounds
        && bounds.areBroken(request, alternative, place, from, steps > skills.patience)) {
      return true;
    }
    boolean failed =
        skills.memo
            && steps > skills.memoAfter
            && memo.it().hasFailed(request, alternative, place, from, resultsBefore);
    return failed || isImpossible(request, alternative, place, from, steps);
  }

  /** Returns the same, as far as {@link CompletionCheck} alone can prove it. */
  boolean isImpossible(int request, int alternative, int place, int from, long steps) {
    if (!skills.plan || steps <= skills.completionAfter) {
      return false;
    }
    boolean impossible = completion.it().isImpossible(request, alternative, place, from, steps);
    this.steps = completion.it().steps();
    return impossible;
  }

  /** Remembers that the search has found nothing from this place on. */
  void remember(int request, int alternative, int place, int from, int resultsBefore, long steps) {
    if (skills.memo && steps > skills.memoAfter) {
      memo.it().remember(request, alternative, place, from, resultsBefore);
    }
  }

  /**
   * Returns whether the device is interchangeable with one that failed at the same place.
   *
   * @param failed devices, of which those from {@code from} to before {@code to} failed there
   */
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
