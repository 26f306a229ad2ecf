package dev.dray.allocation.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A depth-first search for the first placement of all requests, in the order that decides.
 *
 * <p><b>The algorithm</b> is chronological backtracking over a constraint satisfaction problem
 * whose variables and values have a fixed order. The variables are <em>places</em>: the first
 * device of the first request, its second device, and so on through all requests of all claims. The
 * values of a place are the devices, in the order of the problem. Within a request devices only
 * ascend, so each combination is tried once and not in all its permutations; the next request
 * begins with the first device again. The alternatives of a request are tried in turn, each
 * together with everything behind it. With four exclusive devices, two for the first request and
 * one for the second, the tree is as follows; its bottom row lists the devices left to try for the
 * second request:
 *
 * <pre>{@code
 * request 0, place 0          a               b          c      d
 *                           / | \            / \         |      |
 * request 0, place 1       b  c  d          c   d        d      (cut: no device behind d)
 *                          |  |  |          |   |        |
 * request 1, place 0      cd  bd bc         ad  ac       ab
 * }</pre>
 *
 * <p>The placement is the leftmost leaf at which everything holds, that is, the smallest decision
 * vector in lexicographic order. This is the contract: first-fit, with the answer of upstream's
 * allocator, which walks the same tree.
 *
 * <p><b>The walk</b> is iterative. A <em>frame</em> is a place being filled; the frames are a stack
 * in parallel arrays, and each keeps the mark of the {@link Trail} from before its device was
 * taken. Each step either fills the latest frame and {@linkplain #goOn goes on} to the next place,
 * or finds no further device for it and {@linkplain #leave goes back}.
 *
 * <p><b>What is cut.</b> {@link Pruning} is asked at three moments:
 *
 * <ul>
 *   <li>before a place is entered: can the places from here on be filled at all ({@link
 *       FeasibilityBounds}), and has an equal state failed before ({@link FailureMemo})?
 *   <li>before a device is tried at a place where others have failed: is it interchangeable with
 *       one of them ({@link Symmetry})?
 *   <li>before a place is entered, and again after a device has failed there: can what is missing
 *       be had in any order ({@link CompletionCheck})?
 * </ul>
 *
 * <p>A branch is cut only if it is proven to hold neither a placement nor an expression that fails
 * when the search comes to it, because such an expression ends the search as a placement does. So
 * the leftmost end of the tree stays where it is, and the result equals that of the uncut search;
 * {@code SearchPropertyTest} compares the two.
 *
 * <p><b>Too many devices.</b> The result of a claim lists at most {@link
 * SearchProblem#MOST_RESULTS} devices. If every alternative of a request would exceed that, other
 * devices for the requests before it do not help, because the number of devices does not depend on
 * which they are. The search then jumps back, over all frames between, to the nearest earlier
 * request of the same claim that has alternatives; see {@link #giveUp}.
 *
 * <p><b>Cost.</b> The number of steps is exponential at worst: matching in three dimensions and bin
 * packing can be written as claims. Proofs cost time themselves, so most of them begin only after
 * some steps ({@link Pruning.Skills}); most searches are over by then. The caller can limit the
 * steps and go on later, or stop the search; whether to stop is asked every {@value #STOP_INTERVAL}
 * steps.
 */
public final class Search {
  private static final int STOP_INTERVAL = 256;

  private static final int NONE = -1;

  /** The ways in which a search ends. */
  public enum End {
    PLACED,
    NOTHING_FITS,
    /** A CEL expression fails for the {@link #failedDevice}. */
    FAILED,
    /** A constraint rejects the {@link #failedDevice} of an alternative that takes all devices. */
    CONSTRAINT_AGAINST_ALL,
    STOPPED,
    /** The search has taken as many steps as it was allowed; it can go on. */
    UNDECIDED
  }

  /**
   * The result of a search.
   *
   * @param alternatives the alternatives of the placement, one for each request
   * @param devices the devices of the placement, in the order in which they were taken
   * @param failedAlternative the alternative at which the search failed, or -1
   * @param failedDevice the device at which the search failed, or -1
   */
  public record Result(
      End end,
      List<Integer> alternatives,
      List<Integer> devices,
      int failedAlternative,
      int failedDevice) {}

  private final SearchProblem problem;
  private final BooleanSupplier stop;
  private final Trail trail;
  private final Pruning pruning;

  /** The alternative that is being tried for each request. */
  private final int[] alternativeOf;

  /** The number of devices that earlier requests of the same claim take, for each request. */
  private final int[] resultsBefore;

  /**
   * For each request whether all alternatives tried so far would have taken too many devices for
   * one claim.
   */
  private final boolean[] onlyExceeded;

  // Frames: each is the place of one device of a request, with the device in it or NONE, the mark
  // of the trail before that device, and the beginning of its failed devices.
  private int depth;
  private int[] frameRequest = new int[16];
  private int[] framePlace = new int[16];
  private int[] frameDevice = new int[16];
  private int[] frameMark = new int[16];
  private int[] frameFailed = new int[16];

  /** The devices that have failed in the frames, those of the latest frame last. */
  private int[] failed = new int[16];

  private int failedSize;

  private boolean complete;
  private long steps;
  private long nextLook = STOP_INTERVAL;
  private int failedAlternative = NONE;
  private int failedDevice = NONE;

  /**
   * @param skills the pruning techniques to use
   * @param stop asked now and then whether to stop
   */
  public Search(SearchProblem problem, Pruning.Skills skills, BooleanSupplier stop) {
    this.problem = problem;
    this.stop = stop;
    this.trail = new Trail(problem);
    this.pruning = new Pruning(problem, trail, skills, stop);
    int requests = problem.requests();
    alternativeOf = new int[requests];
    resultsBefore = new int[requests];
    onlyExceeded = new boolean[requests];
  }

  /** Returns the number of steps taken so far, those of {@link CompletionCheck} included. */
  public long steps() {
    return steps + pruning.steps();
  }

  private List<Integer> alternatives() {
    var alternatives = new ArrayList<Integer>(alternativeOf.length);
    for (int alternative : alternativeOf) {
      alternatives.add(alternative);
    }
    return alternatives;
  }

  private List<Integer> devices() {
    var devices = new ArrayList<Integer>(depth);
    for (int i = 0; i < depth; i++) {
      if (frameDevice[i] != NONE) {
        devices.add(frameDevice[i]);
      }
    }
    return devices;
  }

  private enum Advance {
    FILLED,
    EXHAUSTED,
    FAILED,
    CONSTRAINT_AGAINST_ALL
  }

  /** Searches to the end. */
  public Result run() {
    return run(Long.MAX_VALUE);
  }

  /** Searches, or goes on searching, until this many steps have been taken in all. */
  public Result run(long mostSteps) {
    var end = search(mostSteps);
    boolean placed = end == End.PLACED;
    return new Result(
        end,
        placed ? alternatives() : List.of(),
        placed ? devices() : List.of(),
        failedAlternative,
        failedDevice);
  }

  private End search(long mostSteps) {
    boolean going = steps > 0 || begin(0);
    while (going && !complete) {
      if (steps() >= mostSteps) {
        return End.UNDECIDED;
      }
      steps++;
      if (steps() >= nextLook && isStopped()) {
        return End.STOPPED;
      }
      switch (advance()) {
        case FILLED -> going = goOn();
        case EXHAUSTED -> going = leave();
        case FAILED -> {
          return End.FAILED;
        }
        case CONSTRAINT_AGAINST_ALL -> {
          return End.CONSTRAINT_AGAINST_ALL;
        }
      }
    }
    return complete ? End.PLACED : End.NOTHING_FITS;
  }

  private boolean isStopped() {
    nextLook = steps() + STOP_INTERVAL;
    return stop.getAsBoolean();
  }

  /**
   * Begins with a request; behind the last request the placement is complete. Returns false if
   * everything has been tried.
   */
  private boolean begin(int request) {
    if (request == problem.requests()) {
      complete = true;
      return true;
    }
    resultsBefore[request] =
        isFirstOfClaim(request) ? 0 : resultsBefore[request - 1] + needOf(request - 1);
    onlyExceeded[request] = true;
    return tryAlternatives(request, problem.alternativesFrom[request]);
  }

  private boolean isFirstOfClaim(int request) {
    return request == 0 || problem.claimOf[request] != problem.claimOf[request - 1];
  }

  private int needOf(int request) {
    return problem.need[alternativeOf[request]];
  }

  /**
   * Begins with the first alternative of the request, from this one on, that is not known to fail.
   * Returns false if everything has been tried.
   */
  private boolean tryAlternatives(int request, int from) {
    for (int alternative = from;
        alternative < problem.alternativesFrom[request + 1];
        alternative++) {
      alternativeOf[request] = alternative;
      if (resultsBefore[request] + problem.need[alternative] > SearchProblem.MOST_RESULTS) {
        continue;
      }
      boolean empty = problem.need[alternative] == 0;
      if (empty && !problem.takesAll[alternative]) {
        push(request, 0);
        return begin(request + 1);
      }
      if (!empty
          && !pruning.isHopeless(request, alternative, 0, 0, resultsBefore[request], steps)) {
        push(request, 0);
        return true;
      }
      onlyExceeded[request] = false;
    }
    return giveUp(request, onlyExceeded[request]);
  }

  /**
   * Goes back after all alternatives of a request have failed. If they failed because the claim
   * would have got too many devices, other devices would not help, but another alternative of an
   * earlier request of the claim might. Returns false if everything has been tried.
   */
  private boolean giveUp(int failing, boolean exceeded) {
    int request = failing;
    while (exceeded && !isFirstOfClaim(request)) {
      request--;
      popFramesOf(request);
      if (problem.hasAlternatives(request)) {
        return tryAlternatives(request, alternativeOf[request] + 1);
      }
    }
    return request > 0;
  }

  private void popFramesOf(int request) {
    while (depth > 0 && frameRequest[depth - 1] == request) {
      pop();
      trail.rollbackTo(frameMark[depth]);
    }
  }

  private void push(int request, int place) {
    if (depth == frameRequest.length) {
      grow();
    }
    frameRequest[depth] = request;
    framePlace[depth] = place;
    frameDevice[depth] = NONE;
    frameMark[depth] = trail.mark();
    frameFailed[depth] = failedSize;
    depth++;
  }

  private void grow() {
    frameRequest = Arrays.copyOf(frameRequest, depth * 2);
    framePlace = Arrays.copyOf(framePlace, depth * 2);
    frameDevice = Arrays.copyOf(frameDevice, depth * 2);
    frameMark = Arrays.copyOf(frameMark, depth * 2);
    frameFailed = Arrays.copyOf(frameFailed, depth * 2);
  }

  private void pop() {
    depth--;
    failedSize = frameFailed[depth];
  }

  /** Goes on to the place behind the device just taken; returns false if all has been tried. */
  private boolean goOn() {
    int request = frameRequest[depth - 1];
    int place = framePlace[depth - 1] + 1;
    if (place == needOf(request)) {
      return begin(request + 1);
    }
    push(request, place);
    return true;
  }

  /**
   * Goes back from a place for which there is no further device. Returns false if everything has
   * been tried.
   */
  private boolean leave() {
    int request = frameRequest[depth - 1];
    int place = framePlace[depth - 1];
    pruning.remember(
        request,
        alternativeOf[request],
        place,
        firstDevice(depth - 1),
        resultsBefore[request],
        steps);
    pop();
    if (place > 0) {
      return true;
    }
    onlyExceeded[request] = false;
    return tryAlternatives(request, alternativeOf[request] + 1);
  }

  /** Returns the first device to try in a frame: within a request only those behind the last. */
  private int firstDevice(int frame) {
    return framePlace[frame] == 0 ? 0 : frameDevice[frame - 1] + 1;
  }

  /** Puts the next device into the place of the latest frame. */
  private Advance advance() {
    int frame = depth - 1;
    int request = frameRequest[frame];
    int alternative = alternativeOf[request];
    if (problem.need[alternative] == 0) {
      return Advance.EXHAUSTED;
    }
    int last = frameDevice[frame];
    if (last != NONE) {
      trail.rollbackTo(frameMark[frame]);
      noteFailed(last);
    }
    if (problem.takesAll[alternative]) {
      return last == NONE ? takeOfAll(frame, request, alternative) : Advance.EXHAUSTED;
    }
    if (last != NONE
        && pruning.isImpossible(request, alternative, framePlace[frame], last + 1, steps)) {
      return Advance.EXHAUSTED;
    }
    return takeNext(frame, request, alternative, last == NONE ? firstDevice(frame) : last + 1);
  }

  private void noteFailed(int device) {
    if (failedSize == failed.length) {
      failed = Arrays.copyOf(failed, failedSize * 2);
    }
    failed[failedSize++] = device;
  }

  private Advance takeOfAll(int frame, int request, int alternative) {
    int device = problem.all[alternative][framePlace[frame]];
    int claim = problem.claimOf[request];
    if (!Bits.has(problem.candidates[alternative], device)
        || trail.inUse(claim, alternative, device)) {
      return Advance.EXHAUSTED;
    }
    return switch (trail.take(claim, alternative, device)) {
      case TAKEN -> {
        frameDevice[frame] = device;
        yield Advance.FILLED;
      }
      case REJECTED -> Advance.EXHAUSTED;
      case FAILED -> fail(alternative, device, Advance.FAILED);
      case CONSTRAINT_AGAINST_ALL -> fail(alternative, device, Advance.CONSTRAINT_AGAINST_ALL);
    };
  }

  private Advance fail(int alternative, int device, Advance how) {
    failedAlternative = alternative;
    failedDevice = device;
    return how;
  }

  private Advance takeNext(int frame, int request, int alternative, int from) {
    int claim = problem.claimOf[request];
    for (int device = nextOf(alternative, from);
        device >= 0;
        device = nextOf(alternative, device + 1)) {
      if (trail.inUse(claim, alternative, device)) {
        continue;
      }
      if (Bits.has(problem.failing[alternative], device)) {
        return fail(alternative, device, Advance.FAILED);
      }
      if (pruning.isLikeFailed(failed, frameFailed[frame], failedSize, device, claim, steps)) {
        continue;
      }
      switch (trail.take(claim, alternative, device)) {
        case TAKEN -> {
          if (promises(frame, request, alternative, device)) {
            frameDevice[frame] = device;
            return Advance.FILLED;
          }
          trail.rollbackTo(frameMark[frame]);
          noteFailed(device);
        }
        case REJECTED -> {}
        case FAILED -> {
          return fail(alternative, device, Advance.FAILED);
        }
        case CONSTRAINT_AGAINST_ALL ->
            throw new IllegalStateException(
                "Alternative (%d) does not take all devices.".formatted(alternative));
      }
    }
    return Advance.EXHAUSTED;
  }

  private int nextOf(int alternative, int from) {
    int candidate = Bits.next(problem.candidates[alternative], from);
    int failing = Bits.next(problem.failing[alternative], from);
    return candidate < 0 || (failing >= 0 && failing < candidate) ? failing : candidate;
  }

  /** Returns whether the request might still be filled behind the device just taken. */
  private boolean promises(int frame, int request, int alternative, int device) {
    int place = framePlace[frame] + 1;
    return place == problem.need[alternative]
        || !pruning.isHopeless(
            request, alternative, place, device + 1, resultsBefore[request], steps);
  }
}
