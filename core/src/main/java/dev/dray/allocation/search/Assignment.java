package dev.dray.allocation.search;

import java.util.Arrays;

/**
 * A bound on exclusive devices: whether they can be dealt out so that each request gets as many as
 * it needs, if nothing but their number mattered.
 *
 * <p><b>The bound</b> is a bipartite <em>b-matching</em>, the simplest transportation problem:
 * requests on one side, devices on the other, and an edge where the request accepts the device. A
 * request needs several devices, a device serves one request. By Hall's theorem it fails exactly if
 * some requests accept fewer devices together than they need together. Counting request by request
 * does not see that:
 *
 * <pre>{@code
 * request 0 needs 2    accepts a b c            each has enough by itself,
 * request 1 needs 1    accepts   b c            but all three need 4 of a b c: cut
 * request 2 needs 1    accepts   b c
 * }</pre>
 *
 * <p>The search in the deciding order would try all ways to fill request 0 and request 1 before it
 * gives up, and once more for each choice of unrelated requests before.
 *
 * <p><b>The algorithm</b> is Kuhn's, with one round for each device needed. A round looks for an
 * <em>augmenting path</em>: a free device, or one whose owner can take another device instead, and
 * so on. Devices change hands along the path, and in the end one more is dealt out:
 *
 * <pre>{@code
 * request 0 has a b        request 1 wants b, its owner 0 takes c instead
 * request 1 has -     =>   request 0 has a c
 *                          request 1 has b
 * }</pre>
 *
 * <p>If a round finds no path, no other assignment of the devices would help either, and the answer
 * is no. The invariant is that every request dealt with so far owns as many devices as it needs.
 *
 * <p><b>Soundness.</b> A placement gives each request different exclusive devices that it accepts,
 * so it is such an assignment. A request with alternatives is taken to need as few devices as its
 * most modest one, and to accept whatever any of them accepts. A request is taken to need nothing
 * if an alternative has admin access or accepts a shareable device, because devices then need not
 * be different. Budgets, groups and constraints are ignored. Devices that the search has taken are
 * not dealt out, nor to the current request those it has passed by.
 *
 * <p><b>Cost.</b> A round visits each device at most once, and for each device on a path the
 * accepted devices of its owner; there are as many rounds as devices needed, at most {@link
 * SearchProblem#MOST_RESULTS} for each claim. It is asked last of all bounds.
 */
final class Assignment {
  private final SearchProblem problem;
  private final Trail trail;

  /** For each request the candidates of all its alternatives. */
  private final long[][] accepted;

  /** The fewest exclusive devices that each request needs. */
  private final int[] least;

  /** The request to which each device is dealt out, or -1. */
  private final int[] owner;

  /** The round in which each device was last visited. */
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
    for (int o = problem.alternativesFrom[request];
        o < problem.alternativesFrom[request + 1];
        o++) {
      Bits.addAll(accepted[request], problem.candidates[o]);
      least[request] = Math.min(least[request], problem.need[o]);
      lenient |= problem.admin[o];
    }
    if (lenient || Bits.intersect(accepted[request], problem.shareable)) {
      least[request] = 0;
    }
  }

  /**
   * Returns whether the missing devices of the alternative, from {@code from} on, and those of the
   * requests before {@code until} can be dealt out.
   */
  boolean exists(int request, int alternative, int missing, int from, int until) {
    Arrays.fill(owner, -1);
    if (least[request] > 0) {
      var now = problem.candidates[alternative].clone();
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

  /** The devices that the current request accepts, behind those it has passed by. */
  private long[] current = {};

  /** The current request, or -1 if it needs no exclusive devices. */
  private int currentRequest = -1;

  private long[] acceptedBy(int request) {
    return request == currentRequest ? current : accepted[request];
  }

  /** Gives the request this many more devices; returns false if that is impossible. */
  private boolean deal(int request, long[] devices, int count, int from) {
    for (int i = 0; i < count; i++) {
      round++;
      if (!grow(request, devices, from)) {
        return false;
      }
    }
    return true;
  }

  /** Looks for an augmenting path that gives the request one more device. */
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
