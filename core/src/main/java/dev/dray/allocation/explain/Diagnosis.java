package dev.dray.allocation.explain;

import dev.dray.allocation.explain.Explanation.PoolStatus;
import dev.dray.allocation.explain.Explanation.Request;
import dev.dray.allocation.explain.Explanation.Summary;
import dev.dray.allocation.request.AllocationRequest;
import dev.dray.allocation.request.ClaimNames;
import dev.dray.allocation.request.NodeCandidates;
import dev.dray.allocation.request.NodeCandidates.Part;
import dev.dray.allocation.request.NodeVerdict;
import dev.dray.allocation.request.PoolRemainders;
import dev.dray.allocation.search.Lazy;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.NodeView;
import dev.dray.ledger.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds out why claims do not fit on a node: what it comes down to at once, for many nodes are only
 * counted, and everything else when somebody wants to read it. For one thread.
 */
final class Diagnosis {
  private final AllocationRequest ask;
  private final List<ResourceClaim> claims;
  private final NodeView view;
  private final NodeVerdict verdict;
  private final Advice advice;

  /** The devices of every pool, whatever its state. */
  private final NodeCandidates devices;

  private final Lazy<CheckSurvey> survey;
  private final Lazy<JointShortfall> joint;

  Diagnosis(
      AllocationRequest ask,
      List<ResourceClaim> claims,
      NodeView view,
      Ledger ledger,
      PoolRemainders loads,
      NodeVerdict verdict,
      Advice advice) {
    this.ask = ask;
    this.claims = claims;
    this.view = view;
    this.verdict = verdict;
    this.advice = advice;
    this.devices = everything(ask, view, ledger, loads);
    this.survey = new Lazy<>(() -> new CheckSurvey(ask, view.node(), devices));
    this.joint = new Lazy<>(() -> new JointShortfall(ask, claims, view, ledger, loads, devices));
  }

  private static NodeCandidates everything(
      AllocationRequest ask, NodeView view, Ledger ledger, PoolRemainders loads) {
    return new NodeCandidates(
        view.pools().stream()
            .map(
                pool ->
                    new Part(
                        pool, ask.plan(pool.generation()), loads.of(pool.generation(), ledger)))
            .toList());
  }

  /** What it comes down to. */
  Summary summary() {
    return switch (verdict) {
      case NodeVerdict.Fatal fatal -> new ReasonSummaries(ask, claims, view).ofFatal(fatal);
      case NodeVerdict.Stopped _ -> ReasonSummaries.UNDECIDED;
      case NodeVerdict.Nothing _, NodeVerdict.Unusable _ -> ofNothing();
      case NodeVerdict.Placed _ -> throw new IllegalStateException("The claims fit.");
    };
  }

  private Summary ofNothing() {
    var summaries = new ReasonSummaries(ask, claims, view);
    int request = survey.it().firstWithoutEnough();
    return request >= 0
        ? summaries.ofTooFew(request, survey.it())
        : joint.it().conflict().map(summaries::ofConflict).orElse(ReasonSummaries.UNDECIDED);
  }

  Explanation explanation() {
    var pools = new ArrayList<PoolStatus>();
    for (var pool : view.pools()) {
      pools.add(new PoolStatus(pool.id(), pool.state(), pool.reason(), pool.size()));
    }
    return new Explanation(view.node().name(), summary(), cause(), pools, requests());
  }

  private Cause cause() {
    return switch (verdict) {
      case NodeVerdict.Fatal fatal ->
          new Cause.Failed(fatal.message().apply(claims), fatal.device(), hints(fatal));
      case NodeVerdict.Stopped _ -> new Cause.Undecided();
      case NodeVerdict.Nothing _, NodeVerdict.Unusable _ ->
          survey.it().firstWithoutEnough() >= 0
              ? new Cause.TooFewDevices()
              : joint.it().cause(survey.it());
      case NodeVerdict.Placed _ -> throw new IllegalStateException("The claims fit.");
    };
  }

  private List<String> hints(NodeVerdict.Fatal fatal) {
    return fatal.option().isPresent()
        ? advice.onFailure(ask.option(fatal.option().getAsInt()), devices)
        : List.of();
  }

  private List<Request> requests() {
    var builder =
        new FunnelBuilder(ask, claims, view.node(), devices, new RemainingBalance(ask, devices));
    var from = ask.optionsFrom();
    var requests = new ArrayList<Request>();
    for (int request = 0; request + 1 < from.length; request++) {
      var alternatives = new ArrayList<RequestFunnel>();
      for (int option = from[request]; option < from[request + 1]; option++) {
        var funnel = builder.funnel(option);
        var hints = advice.on(ask.option(option), funnel, devices);
        alternatives.add(described(ask, claims, option, survey.it(), funnel, hints));
      }
      var first = ask.option(from[request]);
      requests.add(
          new Request(
              ClaimNames.of(claims.get(first.claim())), first.request().name(), alternatives));
    }
    return requests;
  }

  static RequestFunnel described(
      AllocationRequest ask,
      List<ResourceClaim> claims,
      int number,
      CheckSurvey survey,
      Funnel funnel,
      List<String> hints) {
    var option = ask.option(number);
    return new RequestFunnel(
        ClaimNames.of(claims.get(option.claim())),
        option.reference(),
        option.deviceClass().metadata().name(),
        option.all() ? RequestFunnel.Amount.ALL : RequestFunnel.Amount.EXACTLY,
        survey.needed(number),
        funnel,
        hints);
  }

  /** The claims are not even asked of a node. */
  static Explanation refused(String node, String message) {
    return new Explanation(
        node,
        new Summary("cannot be asked", message),
        new Cause.Refused(message),
        List.of(),
        List.of());
  }

  /** The diagnosis of a verdict; empty if it is that the claims fit. */
  static Optional<Diagnosis> of(
      AllocationRequest ask,
      List<ResourceClaim> claims,
      NodeView view,
      Ledger ledger,
      PoolRemainders loads,
      NodeVerdict verdict,
      Advice advice) {
    return verdict instanceof NodeVerdict.Placed
        ? Optional.empty()
        : Optional.of(new Diagnosis(ask, claims, view, ledger, loads, verdict, advice));
  }
}
