package dev.dray.allocation.search;

import java.util.Arrays;

/**
 * Whether exclusive devices can be dealt out so that each request gets as many as it needs, if
 * nothing but their number mattered.
 *
 * <p>A request with alternatives is taken to need the fewest and to accept whatever one of them
 * accepts. Grown along augmenting paths.
 */
final class Assignment {
  private final SearchProblem problem;
  private final Trail trail;

  /** For each request the devices one of its options accepts; empty if it need not be asked. */
  private final long[][] accepted;

  private final int[] least;
  private final int[] owner;
  private final int[] visited;
  private int round;

  Assignment(SearchProblem problem, Trail trail) {
    this.problem = problem;
    this.trail = trail;
    int requests = problem.requests();
    accepted = new long[requests][];
    least = new int[requests];
    owner = new int[problem.devices];
    visited = new int[problem.devices];
    for (int request = 0; request < requests; request++) {
      look(request);
    }
  }

  private void look(int request) {
    accepted[request] = Bits.none(problem.devices);
    least[request] = Integer.MAX_VALUE;
    boolean lenient = false;
    for (int o = problem.optionsFrom[request]; o < problem.optionsFrom[request + 1]; o++) {
      Bits.addAll(accepted[request], problem.candidates[o]);
      least[request] = Math.min(least[request], problem.need[o]);
      lenient |= problem.admin[o];
    }
    if (lenient || Bits.intersect(accepted[request], problem.shareable)) {
      least[request] = 0;
    }
  }

  boolean exists(int request, int option, int missing, int from, int until) {
    Arrays.fill(owner, -1);
    if (least[request] > 0) {
      var now = problem.candidates[option].clone();
      for (int device = 0; device < Math.min(from, problem.devices); device++) {
        Bits.remove(now, device);
      }
      if (!deal(request, now, missing, from)) {
        return false;
      }
      current = now;
      currentRequest = request;
    } else {
      currentRequest = -1;
    }
    for (int later = request + 1; later < until; later++) {
      if (!deal(later, accepted[later], least[later], 0)) {
        return false;
      }
    }
    return true;
  }

  private long[] current = {};
  private int currentRequest = -1;

  private long[] acceptedBy(int request) {
    return request == currentRequest ? current : accepted[request];
  }

  private boolean deal(int request, long[] devices, int count, int from) {
    for (int i = 0; i < count; i++) {
      round++;
      if (!grow(request, devices, from)) {
        return false;
      }
    }
    return true;
  }

  private boolean grow(int request, long[] devices, int from) {
    for (int d = Bits.next(devices, from); d >= 0; d = Bits.next(devices, d + 1)) {
      if (Bits.has(trail.taken, d) || visited[d] == round || owner[d] == request) {
        continue;
      }
      visited[d] = round;
      if (owner[d] < 0 || grow(owner[d], acceptedBy(owner[d]), 0)) {
        owner[d] = request;
        return true;
      }
    }
    return false;
  }
}
