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

/** Why requests that have devices enough do not fit together on a node. For one thread. */
final class JointShortfall {
  private final AllocationRequest ask;
  private final List<ResourceClaim> claims;
  private final NodeView view;
  private final NodeCandidates searched;
  private final NodeCandidates devices;
  private final SearchProblem problem;
  private final JointSearch search;
  private final Lazy<Optional<Conflict>> conflict;

  /**
   * @param devices all that the node sees; a search leaves out pools that nobody could use
   */
  JointShortfall(
      AllocationRequest ask,
      List<ResourceClaim> claims,
      NodeView view,
      Ledger ledger,
      PoolRemainders loads,
      NodeCandidates devices) {
    this.ask = ask;
    this.claims = claims;
    this.view = view;
    this.devices = devices;
    searched = new NodeAttempt(ask, view, ledger, loads).devices();
    problem = NodeProblemBuilder.of(ask, view.node(), searched);
    search = new JointSearch(problem);
    conflict = new Lazy<>(search::conflict);
  }

  Optional<Conflict> conflict() {
    return conflict.it();
  }

  Cause cause(CheckSurvey survey) {
    if (conflict.it().isEmpty()) {
      return new Cause.Undecided();
    }
    var shortfalls = new ArrayList<Shortfall>();
    for (var progress : search.progress(conflict.it().get())) {
      shortfalls.add(shortfall(progress, survey));
    }
    return new Cause.NotTogether(shortfalls);
  }

  private Shortfall shortfall(Progress progress, CheckSurvey survey) {
    var left = new RemainingBalance(ask, devices);
    var own = new HashSet<Integer>();
    var before = new ArrayList<Given>();
    int request = requestOf(progress.option());
    for (var given : progress.given()) {
      boolean last = requestOf(given.option()) == request;
      for (int device : given.devices()) {
        int number = translated(device);
        left.take(given.option(), number);
        if (last) {
          own.add(number);
        }
      }
      if (!last) {
        before.add(given);
      }
    }
    var builder = new FunnelBuilder(ask, claims, view.node(), devices, left);
    var funnel = builder.funnel(progress.option(), own);
    return new Shortfall(
        Diagnosis.described(ask, claims, progress.option(), survey, funnel, List.of()),
        before.stream().map(this::grant).toList(),
        own.stream().sorted().map(devices::name).toList(),
        new ValueTallies(ask, devices, survey).of(progress.option(), before),
        results(progress.option(), before, survey));
  }

  private int requestOf(int option) {
    int request = 0;
    while (ask.optionsFrom()[request + 1] <= option) {
      request++;
    }
    return request;
  }

  /** The number of a device of the search among all devices. */
  private int translated(int device) {
    int part = searched.partNumber(device);
    int other = position(searched.parts().get(part).view());
    return devices.start(other) + device - searched.start(part);
  }

  // A view is of one pool, so the same one is the same object.
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
    var option = ask.option(given.option());
    var names = new ArrayList<DeviceId>();
    given.devices().forEach(device -> names.add(searched.name(device)));
    return new Grant(ClaimNames.of(claims.get(option.claim())), option.reference(), names);
  }

  private int results(int option, List<Given> before, CheckSurvey survey) {
    int claim = ask.option(option).claim();
    return survey.needed(option)
        + before.stream()
            .filter(given -> ask.option(given.option()).claim() == claim)
            .mapToInt(given -> given.devices().size())
            .sum();
  }
}
