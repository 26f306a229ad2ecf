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

/**
 * The diagnosis of claims that do not fit on a node. The summary is found at once, for many nodes
 * are only counted, and the rest when somebody reads it. For one thread.
 */
final class Diagnosis {
  private final AllocationRequest allocationRequest;
  private final List<ResourceClaim> claims;
  private final NodeView view;
  private final NodeVerdict verdict;
  private final Advice advice;

  /** The devices of every pool, whatever its state. */
  private final NodeCandidates devices;

  private final Lazy<CheckSurvey> survey;
  private final Lazy<JointShortfall> joint;

  Diagnosis(
      AllocationRequest allocationRequest,
      List<ResourceClaim> claims,
      NodeView view,
      Ledger ledger,
      PoolRemainders remainders,
      NodeVerdict verdict,
      Advice advice) {
    this.allocationRequest = allocationRequest;
    this.claims = claims;
    this.view = view;
    this.verdict = verdict;
    this.advice = advice;
    this.devices = everything(allocationRequest, view, ledger, remainders);
    this.survey = new Lazy<>(() -> new CheckSurvey(allocationRequest, view.node(), devices));
    this.joint =
        new Lazy<>(
            () -> new JointShortfall(allocationRequest, claims, view, ledger, remainders, devices));
  }

  private static NodeCandidates everything(
      AllocationRequest allocationRequest,
      NodeView view,
      Ledger ledger,
      PoolRemainders remainders) {
    return new NodeCandidates(
        view.pools().stream()
            .map(
                pool ->
                    new Part(
                        pool,
                        allocationRequest.candidates(pool.generation()),
                        remainders.of(pool.generation(), ledger)))
            .toList());
  }

  /** Returns the summary. */
  Summary summary() {
    return switch (verdict) {
      case NodeVerdict.Fatal fatal ->
          new ReasonSummaries(allocationRequest, claims, view).ofFatal(fatal);
      case NodeVerdict.Stopped _ -> ReasonSummaries.UNDECIDED;
      case NodeVerdict.Nothing _, NodeVerdict.Unusable _ -> ofNothing();
      case NodeVerdict.Placed _ -> throw new IllegalStateException("The claims fit: no cause.");
    };
  }

  private Summary ofNothing() {
    var reasonSummaries = new ReasonSummaries(allocationRequest, claims, view);
    int request = survey.it().firstWithoutEnough();
    return request >= 0
        ? reasonSummaries.ofTooFew(request, survey.it())
        : joint.it().conflict().map(reasonSummaries::ofConflict).orElse(ReasonSummaries.UNDECIDED);
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
      case NodeVerdict.Placed _ -> throw new IllegalStateException("The claims fit: no cause.");
    };
  }

  private List<String> hints(NodeVerdict.Fatal fatal) {
    return fatal.alternativeNumber().isPresent()
        ? advice.onFailure(
            allocationRequest.alternative(fatal.alternativeNumber().getAsInt()), devices)
        : List.of();
  }

  private List<Request> requests() {
    var builder =
        new FunnelBuilder(
            allocationRequest,
            claims,
            view.node(),
            devices,
            new RemainingBalance(allocationRequest, devices));
    var from = allocationRequest.alternativesFrom();
    var requests = new ArrayList<Request>();
    for (int request = 0; request + 1 < from.length; request++) {
      var alternatives = new ArrayList<RequestFunnel>();
      for (int alternativeNumber = from[request];
          alternativeNumber < from[request + 1];
          alternativeNumber++) {
        var funnel = builder.funnel(alternativeNumber);
        var hints = advice.on(allocationRequest.alternative(alternativeNumber), funnel, devices);
        alternatives.add(
            described(allocationRequest, claims, alternativeNumber, survey.it(), funnel, hints));
      }
      var first = allocationRequest.alternative(from[request]);
      requests.add(
          new Request(
              ClaimNames.of(claims.get(first.claim())), first.request().name(), alternatives));
    }
    return requests;
  }

  static RequestFunnel described(
      AllocationRequest allocationRequest,
      List<ResourceClaim> claims,
      int number,
      CheckSurvey checkSurvey,
      Funnel funnel,
      List<String> hints) {
    var alternative = allocationRequest.alternative(number);
    return new RequestFunnel(
        ClaimNames.of(claims.get(alternative.claim())),
        alternative.reference(),
        alternative.deviceClass().metadata().name(),
        alternative.all() ? RequestFunnel.Amount.ALL : RequestFunnel.Amount.EXACTLY,
        checkSurvey.needed(number),
        funnel,
        hints);
  }

  /** Returns the explanation of claims that no node can satisfy. */
  static Explanation refused(String node, String message) {
    return new Explanation(
        node,
        new Summary("cannot be checked", message),
        new Cause.Refused(message),
        List.of(),
        List.of());
  }
}
