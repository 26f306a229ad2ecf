package dev.dray.allocation.explain;

import dev.dray.allocation.explain.JointSearch.Conflict;
import dev.dray.allocation.explain.JointSearch.Progress;
import dev.dray.allocation.explain.Shortfall.Grant;
import dev.dray.allocation.request.AllocationRequest;
import dev.dray.allocation.request.ClaimNames;
import dev.dray.allocation.request.NodeAttempt;
import dev.dray.allocation.request.NodeCandidates;
import dev.dray.allocation.request.NodeProblemBuilder;
import dev.dray.allocation.request.PoolRemainders;
import dev.dray.allocation.search.Lazy;
import dev.dray.allocation.search.SearchProblem;
import dev.dray.allocation.search.SubProblem.Given;
import dev.dray.api.meta.DeviceId;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.NodeView;
import dev.dray.inventory.PoolView;
import dev.dray.ledger.Ledger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * The shortfall of requests that have enough devices alone and do not fit together; for one thread.
 */
final class JointShortfall {
  private final AllocationRequest allocationRequest;
  private final List<ResourceClaim> claims;
  private final NodeView view;
  private final NodeCandidates searched;
  private final NodeCandidates devices;
  private final SearchProblem problem;
  private final JointSearch search;
  private final Lazy<Optional<Conflict>> conflict;

  /**
   * Creates the shortfall of a node.
   *
   * @param devices all devices the node sees; a search leaves out pools that no alternative could
   *     use
   */
  JointShortfall(
      AllocationRequest allocationRequest,
      List<ResourceClaim> claims,
      NodeView view,
      Ledger ledger,
      PoolRemainders remainders,
      NodeCandidates devices) {
    this.allocationRequest = allocationRequest;
    this.claims = claims;
    this.view = view;
    this.devices = devices;
    searched = new NodeAttempt(allocationRequest, view, ledger, remainders).devices();
    problem = NodeProblemBuilder.of(allocationRequest, view.node(), searched);
    search = new JointSearch(problem);
    conflict = new Lazy<>(search::conflict);
  }

  Optional<Conflict> conflict() {
    return conflict.it();
  }

  Cause cause(CheckSurvey checkSurvey) {
    if (conflict.it().isEmpty()) {
      return new Cause.Undecided();
    }
    var shortfalls = new ArrayList<Shortfall>();
    for (var progress : search.progress(conflict.it().get())) {
      shortfalls.add(shortfall(progress, checkSurvey));
    }
    return new Cause.NotTogether(shortfalls);
  }

  private Shortfall shortfall(Progress progress, CheckSurvey checkSurvey) {
    var left = new RemainingBalance(allocationRequest, devices);
    var own = new HashSet<Integer>();
    var before = new ArrayList<Given>();
    int request = requestOf(progress.alternative());
    for (var given : progress.given()) {
      boolean last = requestOf(given.alternative()) == request;
      for (int device : given.devices()) {
        int number = translated(device);
        left.take(given.alternative(), number);
        if (last) {
          own.add(number);
        }
      }
      if (!last) {
        before.add(given);
      }
    }
    var builder = new FunnelBuilder(allocationRequest, claims, view.node(), devices, left);
    var funnel = builder.funnel(progress.alternative(), own);
    return new Shortfall(
        Diagnosis.described(
            allocationRequest, claims, progress.alternative(), checkSurvey, funnel, List.of()),
        before.stream().map(this::grant).toList(),
        own.stream().sorted().map(devices::name).toList(),
        new ValueTallies(allocationRequest, devices, checkSurvey)
            .of(progress.alternative(), before),
        results(progress.alternative(), before, checkSurvey));
  }

  private int requestOf(int alternativeNumber) {
    int request = 0;
    while (allocationRequest.alternativesFrom()[request + 1] <= alternativeNumber) {
      request++;
    }
    return request;
  }

  /** Returns the number, among all devices, of a device of the search. */
  private int translated(int device) {
    int part = searched.partNumber(device);
    int other = position(searched.parts().get(part).view());
    return devices.start(other) + device - searched.start(part);
  }

  // Both come from the same node view, so the same pool is the same object.
  @SuppressWarnings("ReferenceEquality")
  private int position(PoolView pool) {
    for (int i = 0; i < devices.parts().size(); i++) {
      if (devices.parts().get(i).view() == pool) {
        return i;
      }
    }
    throw new IllegalStateException("The pool [%s] is not seen.".formatted(pool.id()));
  }

  private Grant grant(Given given) {
    var alternative = allocationRequest.alternative(given.alternative());
    var names = new ArrayList<DeviceId>();
    given.devices().forEach(device -> names.add(searched.name(device)));
    return new Grant(
        ClaimNames.of(claims.get(alternative.claim())), alternative.reference(), names);
  }

  private int results(int alternativeNumber, List<Given> before, CheckSurvey checkSurvey) {
    int claim = allocationRequest.alternative(alternativeNumber).claim();
    return checkSurvey.needed(alternativeNumber)
        + before.stream()
            .filter(given -> allocationRequest.alternative(given.alternative()).claim() == claim)
            .mapToInt(given -> given.devices().size())
            .sum();
  }
}
