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
 * Answers the plainest asks, which are most of all, without putting together a problem.
 *
 * <p>Where nothing but being in use keeps a device from a request, the first devices that are free
 * are the answer unless a later request misses one of them. Then the search has to decide.
 */
final class FirstFit {
  private final AllocationRequest allocationRequest;
  private final NodeCandidates devices;
  private final long[] taken;
  private final List<Integer> options = new ArrayList<>();
  private final List<Integer> found = new ArrayList<>();

  private FirstFit(AllocationRequest allocationRequest, NodeCandidates devices) {
    this.allocationRequest = allocationRequest;
    this.devices = devices;
    taken = Bits.none(devices.size());
  }

  /** The answer, if it is that easy. */
  static Optional<Result> answer(
      AllocationRequest allocationRequest, NodeCandidates devices, boolean skipsOperations) {
    if (!allocationRequest.isPlain()) {
      return Optional.empty();
    }
    for (var part : devices.parts()) {
      if (!part.plan().isPlain || (part.plan().isDemanding && !skipsOperations)) {
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
      int option = take(request);
      if (option < 0) {
        return mayFit(request) ? Optional.empty() : Optional.of(nothing());
      }
      results += allocationRequest.option(option).count();
      if (results > SearchProblem.MOST_RESULTS) {
        return Optional.empty();
      }
      options.add(option);
    }
    return Optional.of(new Result(End.PLACED, options, found, -1, -1));
  }

  private static Result nothing() {
    return new Result(End.NOTHING_FITS, List.of(), List.of(), -1, -1);
  }

  /** Takes the devices of the first option for which there are enough; -1 if there is none. */
  private int take(int request) {
    for (int o = allocationRequest.optionsFrom()[request];
        o < allocationRequest.optionsFrom()[request + 1];
        o++) {
      int before = found.size();
      int need = before + allocationRequest.option(o).count();
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

  private void take(int option, Part part, int start, int need) {
    var candidates = part.plan().candidates[option];
    for (int i = 0; i < part.view().size() && found.size() < need; i++) {
      int row = part.view().row(i);
      if (Bits.has(candidates, row)
          && !part.load().exclusivelyUsed(row)
          && !Bits.has(taken, start + i)) {
        found.add(start + i);
      }
    }
  }

  /** Whether an option had enough devices if no other request took any. */
  private boolean mayFit(int request) {
    for (int o = allocationRequest.optionsFrom()[request];
        o < allocationRequest.optionsFrom()[request + 1];
        o++) {
      int free = 0;
      for (var part : devices.parts()) {
        for (int i = 0; i < part.view().size(); i++) {
          int row = part.view().row(i);
          free +=
              Bits.has(part.plan().candidates[o], row) && !part.load().exclusivelyUsed(row) ? 1 : 0;
        }
      }
      if (free >= allocationRequest.option(o).count()) {
        return true;
      }
    }
    return false;
  }
}
