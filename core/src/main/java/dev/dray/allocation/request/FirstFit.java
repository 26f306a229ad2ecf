package dev.dray.allocation.request;

import dev.dray.allocation.request.NodeCandidates.Part;
import dev.dray.allocation.search.Bits;
import dev.dray.allocation.search.Search.End;
import dev.dray.allocation.search.Search.Result;
import dev.dray.allocation.search.SearchProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * First-fit allocation without a search problem, for the plain requests that most pods make.
 *
 * <p>If nothing but exclusive use keeps a device from a request, taking the first free devices
 * request by request usually succeeds at once. That takes a walk over bit sets, and nothing is
 * translated.
 *
 * <pre>{@code
 * requests   a: 2 of {0 1 2 3}     b: 1 of {2 3}      c: 1 of {0}
 * in use     1
 * a takes    0 2                   first free candidates, in order
 * b takes    3                     2 is taken, 3 is the next
 * c finds    none: 0 is taken      but 0 was free before a took it
 *              |
 *              +--> no answer here; the search has to go back to a
 *                   (if 0 had been in use: nothing fits, whatever a takes)
 * }</pre>
 *
 * <p><b>When it applies.</b> The request has no constraints, no admin access and no alternative of
 * mode All; no relevant pool has shareable devices, counters or failing rows; and the node is able
 * to skip node operations if a device needs that. Everything else is left to the search.
 *
 * <p><b>Soundness.</b> The search goes depth first through requests, alternatives and devices in
 * the deciding order. Here it would find the same:
 *
 * <ul>
 *   <li>A placement found without going back is the first leaf of that search. An alternative is
 *       passed over only if too few of its devices are free with the earlier requests' devices
 *       taken; the search would exhaust it and come to the next one, too.
 *   <li>Nothing fits if some request has too few free devices for each of its alternatives even
 *       when no other request takes any. Every branch fails at that request, and no error can occur
 *       on the way, because no row is failing.
 *   <li>In between, when an earlier request took what a later one needs, or the results of a claim
 *       exceed what a claim can list, there is no answer here.
 * </ul>
 *
 * <p><b>Cost.</b> At most one pass over the node's devices for each alternative, and a second one
 * for the request that failed. Only the bit set of taken devices and the result are allocated.
 */
final class FirstFit {
  private final AllocationRequest allocationRequest;
  private final NodeCandidates devices;
  private final long[] taken;
  private final List<Integer> alternatives = new ArrayList<>();
  private final List<Integer> found = new ArrayList<>();

  private FirstFit(AllocationRequest allocationRequest, NodeCandidates devices) {
    this.allocationRequest = allocationRequest;
    this.devices = devices;
    taken = Bits.none(devices.size());
  }

  /** Returns the result of first-fit, or empty if only a search can tell. */
  static Optional<Result> answer(
      AllocationRequest allocationRequest, NodeCandidates devices, boolean skipsOperations) {
    if (!allocationRequest.isPlain()) {
      return Optional.empty();
    }
    for (var part : devices.parts()) {
      if (!part.candidates().isPlain
          || (part.candidates().anySkipsNodeOperations && !skipsOperations)) {
        return Optional.empty();
      }
    }
    return new FirstFit(allocationRequest, devices).answer();
  }

  private Optional<Result> answer() {
    int requests = allocationRequest.claimOf().length;
    int results = 0;
    for (int request = 0; request < requests; request++) {
      boolean sameClaim =
          request > 0
              && allocationRequest.claimOf()[request] == allocationRequest.claimOf()[request - 1];
      results = sameClaim ? results : 0;
      int alternative = take(request);
      if (alternative < 0) {
        return mayFit(request) ? Optional.empty() : Optional.of(nothing());
      }
      results += allocationRequest.alternative(alternative).count();
      if (results > SearchProblem.MOST_RESULTS) {
        return Optional.empty();
      }
      alternatives.add(alternative);
    }
    return Optional.of(new Result(End.PLACED, alternatives, found, -1, -1));
  }

  private static Result nothing() {
    return new Result(End.NOTHING_FITS, List.of(), List.of(), -1, -1);
  }

  /**
   * Takes the devices of the first alternative with enough free ones; returns -1 if there is none.
   */
  private int take(int request) {
    for (int o = allocationRequest.alternativesFrom()[request];
        o < allocationRequest.alternativesFrom()[request + 1];
        o++) {
      int before = found.size();
      int need = before + allocationRequest.alternative(o).count();
      for (int i = 0; i < devices.parts().size() && found.size() < need; i++) {
        take(o, devices.parts().get(i), devices.start(i), need);
      }
      if (found.size() == need) {
        for (int i = before; i < need; i++) {
          Bits.add(taken, found.get(i));
        }
        return o;
      }
      found.subList(before, found.size()).clear();
    }
    return -1;
  }

  private void take(int alternative, Part part, int start, int need) {
    var candidates = part.candidates().candidates[alternative];
    for (int i = 0; i < part.view().size() && found.size() < need; i++) {
      int row = part.view().row(i);
      if (Bits.has(candidates, row)
          && !part.load().exclusivelyUsed(row)
          && !Bits.has(taken, start + i)) {
        found.add(start + i);
      }
    }
  }

  /** Returns whether an alternative had enough free devices if no other request took any. */
  private boolean mayFit(int request) {
    for (int o = allocationRequest.alternativesFrom()[request];
        o < allocationRequest.alternativesFrom()[request + 1];
        o++) {
      int free = 0;
      for (var part : devices.parts()) {
        for (int i = 0; i < part.view().size(); i++) {
          int row = part.view().row(i);
          free +=
              Bits.has(part.candidates().candidates[o], row) && !part.load().exclusivelyUsed(row)
                  ? 1
                  : 0;
        }
      }
      if (free >= allocationRequest.alternative(o).count()) {
        return true;
      }
    }
    return false;
  }
}
