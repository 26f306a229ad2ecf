package dev.dray.allocation.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Depth-first search for the first complete placement in the deciding order.
 *
 * <p>It ends as trying every combination in order would end, be it with a placement, without one,
 * or at an expression that has no answer. It only leaves out what is proven to hold none of these:
 * see {@link FeasibilityBounds}, {@link Symmetry} and {@link FailureMemo}. They cost time
 * themselves, so they begin only after some steps; most searches are over by then.
 */
public final class Search {
  private static final int STOP_INTERVAL = 256;

  private static final int NONE = -1;

  /** How a search ended. */
  public enum End {
    PLACED,
    NOTHING_FITS,
    /** An expression has no answer for the {@link #failedDevice}. */
    FAILED,
    /** A constraint rejects the {@link #failedDevice} of an option that takes all. */
    CONSTRAINT_AGAINST_ALL,
    STOPPED,
    /** It was to take so many steps and no more; it can go on. */
    UNDECIDED
  }

  /**
   * How a search ended.
   *
   * @param options of the placement, one for each request
   * @param devices of the placement in the order in which they were taken
   */
  public record Result(
      End end, List<Integer> options, List<Integer> devices, int failedOption, int failedDevice) {}

  private final SearchProblem problem;
  private final BooleanSupplier stop;
  private final Trail trail;
  private final Pruning pruning;

  /** The option in use of each request. */
  private final int[] optionOf;

  /** Devices taken for the claim before the request. */
  private final int[] resultsBefore;

  /** Whether all options tried so far would have taken too many devices for one claim. */
  private final boolean[] onlyExceeded;

  // A frame is the place for one device of a request.
  private int depth;
  private int[] frameRequest = new int[16];
  private int[] framePlace = new int[16];
  private int[] frameDevice = new int[16];
  private int[] frameMark = new int[16];
  private int[] frameFailed = new int[16];

  /** Devices with which the frames failed so far, those of the latest frame last. */
  private int[] failed = new int[16];

  private int failedSize;

  private boolean complete;
  private long steps;
  private long nextLook = STOP_INTERVAL;
  private int failedOption = NONE;
  private int failedDevice = NONE;

  public Search(SearchProblem problem, Pruning.Skills skills, BooleanSupplier stop) {
    this.problem = problem;
    this.stop = stop;
    this.trail = new Trail(problem);
    this.pruning = new Pruning(problem, trail, skills, stop);
    int requests = problem.requests();
    optionOf = new int[requests];
    resultsBefore = new int[requests];
    onlyExceeded = new boolean[requests];
  }

  /** How often the search went on or back, and how often it did so to look ahead. */
  public long steps() {
    return steps + pruning.steps();
  }

  private List<Integer> options() {
    var options = new ArrayList<Integer>(optionOf.length);
    for (int option : optionOf) {
      options.add(option);
    }
    return options;
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

  /** Searches, or goes on searching, until so many steps are taken. */
  public Result run(long mostSteps) {
    var end = search(mostSteps);
    boolean placed = end == End.PLACED;
    return new Result(
        end,
        placed ? options() : List.of(),
        placed ? devices() : List.of(),
        failedOption,
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

  /** Begins with the request, or is done after the last; false if all has been tried. */
  private boolean begin(int request) {
    if (request == problem.requests()) {
      complete = true;
      return true;
    }
    resultsBefore[request] =
        isFirstOfClaim(request) ? 0 : resultsBefore[request - 1] + needOf(request - 1);
    onlyExceeded[request] = true;
    return tryOptions(request, problem.optionsFrom[request]);
  }

  private boolean isFirstOfClaim(int request) {
    return request == 0 || problem.claimOf[request] != problem.claimOf[request - 1];
  }

  private int needOf(int request) {
    return problem.need[optionOf[request]];
  }

  /** Begins with the first of these options that is not known to fail. */
  private boolean tryOptions(int request, int from) {
    for (int option = from; option < problem.optionsFrom[request + 1]; option++) {
      optionOf[request] = option;
      if (resultsBefore[request] + problem.need[option] > SearchProblem.MOST_RESULTS) {
        continue;
      }
      boolean empty = problem.need[option] == 0;
      if (empty && !problem.takesAll[option]) {
        push(request, 0);
        return begin(request + 1);
      }
      if (!empty && !pruning.isHopeless(request, option, 0, 0, resultsBefore[request], steps)) {
        push(request, 0);
        return true;
      }
      onlyExceeded[request] = false;
    }
    return giveUp(request, onlyExceeded[request]);
  }

  /**
   * Goes back after all options of a request failed. If that is because the claim would have got
   * too many devices, other devices would not help, but another option of an earlier request might.
   */
  private boolean giveUp(int failing, boolean exceeded) {
    int request = failing;
    while (exceeded && !isFirstOfClaim(request)) {
      request--;
      popFramesOf(request);
      if (problem.hasAlternatives(request)) {
        return tryOptions(request, optionOf[request] + 1);
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

  /** Goes on behind the device just taken. */
  private boolean goOn() {
    int request = frameRequest[depth - 1];
    int place = framePlace[depth - 1] + 1;
    if (place == needOf(request)) {
      return begin(request + 1);
    }
    push(request, place);
    return true;
  }

  /** Goes back from a place for which there is no further device. */
  private boolean leave() {
    int request = frameRequest[depth - 1];
    int place = framePlace[depth - 1];
    pruning.remember(
        request, optionOf[request], place, firstDevice(depth - 1), resultsBefore[request], steps);
    pop();
    if (place > 0) {
      return true;
    }
    onlyExceeded[request] = false;
    return tryOptions(request, optionOf[request] + 1);
  }

  /** Where the devices of a frame begin: within a request only behind the one taken before. */
  private int firstDevice(int frame) {
    return framePlace[frame] == 0 ? 0 : frameDevice[frame - 1] + 1;
  }

  /** Puts the next device into the place of the latest frame. */
  private Advance advance() {
    int frame = depth - 1;
    int request = frameRequest[frame];
    int option = optionOf[request];
    if (problem.need[option] == 0) {
      return Advance.EXHAUSTED;
    }
    int last = frameDevice[frame];
    if (last != NONE) {
      trail.rollbackTo(frameMark[frame]);
      noteFailed(last);
    }
    if (problem.takesAll[option]) {
      return last == NONE ? takeOfAll(frame, request, option) : Advance.EXHAUSTED;
    }
    if (last != NONE && pruning.isImpossible(request, option, framePlace[frame], last + 1, steps)) {
      return Advance.EXHAUSTED;
    }
    return takeNext(frame, request, option, last == NONE ? firstDevice(frame) : last + 1);
  }

  private void noteFailed(int device) {
    if (failedSize == failed.length) {
      failed = Arrays.copyOf(failed, failedSize * 2);
    }
    failed[failedSize++] = device;
  }

  private Advance takeOfAll(int frame, int request, int option) {
    int device = problem.all[option][framePlace[frame]];
    int claim = problem.claimOf[request];
    if (!Bits.has(problem.candidates[option], device) || trail.inUse(claim, option, device)) {
      return Advance.EXHAUSTED;
    }
    return switch (trail.take(claim, option, device)) {
      case TAKEN -> {
        frameDevice[frame] = device;
        yield Advance.FILLED;
      }
      case REJECTED -> Advance.EXHAUSTED;
      case FAILED -> fail(option, device, Advance.FAILED);
      case CONSTRAINT_AGAINST_ALL -> fail(option, device, Advance.CONSTRAINT_AGAINST_ALL);
    };
  }

  private Advance fail(int option, int device, Advance how) {
    failedOption = option;
    failedDevice = device;
    return how;
  }

  private Advance takeNext(int frame, int request, int option, int from) {
    int claim = problem.claimOf[request];
    for (int device = nextOf(option, from); device >= 0; device = nextOf(option, device + 1)) {
      if (trail.inUse(claim, option, device)) {
        continue;
      }
      if (Bits.has(problem.failing[option], device)) {
        return fail(option, device, Advance.FAILED);
      }
      if (pruning.isLikeFailed(failed, frameFailed[frame], failedSize, device, claim, steps)) {
        continue;
      }
      switch (trail.take(claim, option, device)) {
        case TAKEN -> {
          if (promises(frame, request, option, device)) {
            frameDevice[frame] = device;
            return Advance.FILLED;
          }
          trail.rollbackTo(frameMark[frame]);
          noteFailed(device);
        }
        case REJECTED -> {}
        case FAILED -> {
          return fail(option, device, Advance.FAILED);
        }
        case CONSTRAINT_AGAINST_ALL ->
            throw new IllegalStateException("The option (%d) does not take all.".formatted(option));
      }
    }
    return Advance.EXHAUSTED;
  }

  private int nextOf(int option, int from) {
    int candidate = Bits.next(problem.candidates[option], from);
    int failing = Bits.next(problem.failing[option], from);
    return candidate < 0 || (failing >= 0 && failing < candidate) ? failing : candidate;
  }

  /** Whether the request might still be filled behind the device just taken. */
  private boolean promises(int frame, int request, int option, int device) {
    int place = framePlace[frame] + 1;
    return place == problem.need[option]
        || !pruning.isHopeless(request, option, place, device + 1, resultsBefore[request], steps);
  }
}
