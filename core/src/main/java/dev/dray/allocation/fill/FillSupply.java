package dev.dray.allocation.fill;

import dev.dray.allocation.request.AllocationRequest;
import dev.dray.allocation.request.NodeAttempt;
import dev.dray.allocation.request.NodeCandidates;
import dev.dray.allocation.request.NodeProblemBuilder;
import dev.dray.allocation.request.PoolRemainders;
import dev.dray.allocation.search.Bits;
import dev.dray.allocation.search.SearchProblem;
import dev.dray.allocation.search.SetTable;
import dev.dray.allocation.search.Trail;
import dev.dray.inventory.NodeView;
import dev.dray.inventory.PoolView;
import dev.dray.ledger.Ledger;
import java.util.Optional;

/**
 * The devices of a node by device type, of which one claim after the other takes one; for one
 * thread.
 */
final class FillSupply {
  private final AllocationRequest request;
  private final int[] kindOf;
  private final long[] mistaken;
  private Optional<String> failure = Optional.empty();
  final NodeCandidates devices;
  final SearchProblem problem;

  FillSupply(
      AllocationRequest request,
      NodeView view,
      Ledger ledger,
      PoolRemainders remainders,
      DeviceTypeNumbers kinds) {
    this.request = request;
    devices = new NodeCandidates(NodeAttempt.parts(request, view, ledger, remainders));
    problem = NodeProblemBuilder.of(request, view.node(), devices);
    kindOf = kindsOfDevices(kinds);
    mistaken = mistaken();
  }

  private int[] kindsOfDevices(DeviceTypeNumbers kinds) {
    var all = new int[devices.size()];
    int device = 0;
    for (var part : devices.parts()) {
      var ofRows = kinds.of(part.candidates().generation());
      for (int i = 0; i < part.view().size(); i++) {
        all[device++] = ofRows[part.view().row(i)];
      }
    }
    return all;
  }

  /** Returns the devices on which selectors fail, whatever their type. */
  private long[] mistaken() {
    var untold = Bits.none(devices.size());
    for (int device = Bits.next(problem.failing[0], 0);
        device >= 0;
        device = Bits.next(problem.failing[0], device + 1)) {
      if (devices.candidates(device).selection(0).failing().contains(devices.row(device))) {
        Bits.add(untold, device);
      }
    }
    return untold;
  }

  /** Returns the first error that was met, if any. */
  Optional<String> failure() {
    return failure;
  }

  /** Returns the number of the pool among those that can give anything; -1 if it cannot. */
  // Views stay the same objects as long as nothing of them changes.
  @SuppressWarnings("ReferenceEquality")
  int partOf(PoolView pool) {
    for (int i = 0; i < devices.parts().size(); i++) {
      if (devices.parts().get(i).view() == pool) {
        return i;
      }
    }
    return -1;
  }

  boolean mayTake(int device, int kind) {
    return kindOf[device] == kind && Bits.has(problem.candidates[0], device);
  }

  /** Returns whether a claim for the device type ends with an error when it reaches the device. */
  boolean endsAt(int device, int kind) {
    boolean ends =
        Bits.has(problem.failing[0], device)
            && (kindOf[device] == kind || Bits.has(mistaken, device));
    if (ends && failure.isEmpty()) {
      failure = Optional.of(NodeAttempt.failure(request, devices, 0, device).substring(2));
    }
    return ends;
  }

  boolean take(int device, Trail trail) {
    if (trail.inUse(0, 0, device) || trail.take(0, 0, device) != Trail.Take.TAKEN) {
      return false;
    }
    if (Bits.has(problem.charged, device)) {
      joinAgain(device, trail);
    }
    return true;
  }

  /**
   * Adds the device's groups to its counter sets. A share of a device that is shared already is
   * recorded with the groups that the device has now, and the next claim meets these; those of
   * earlier shares may have been different.
   */
  private void joinAgain(int device, Trail trail) {
    var scopes = problem.scopesOf[device];
    for (int i = 0; i < scopes.length; i++) {
      int groups = problem.groupsOf[device][i];
      int state = trail.scopeState[scopes[i]];
      if (state == SearchProblem.NO_MEMBERS) {
        trail.scopeState[scopes[i]] = groups;
      } else if (state != SearchProblem.BLOCKED && state != groups) {
        int common =
            state == SetTable.EMPTY || groups == SetTable.EMPTY
                ? SetTable.EMPTY
                : problem.groups.intersection(state, groups);
        trail.scopeState[scopes[i]] = common == SetTable.EMPTY ? SearchProblem.BLOCKED : common;
      }
    }
  }

  /** Returns the devices of a type that can be had now, each as if it were the only one. */
  long[] obtainable(int kind) {
    var some = Bits.none(devices.size());
    var trail = new Trail(problem);
    for (int device = 0; device < devices.size() && !endsAt(device, kind); device++) {
      int mark = trail.mark();
      if (mayTake(device, kind)
          && !trail.inUse(0, 0, device)
          && trail.take(0, 0, device) == Trail.Take.TAKEN) {
        trail.rollbackTo(mark);
        Bits.add(some, device);
      }
    }
    return some;
  }
}
