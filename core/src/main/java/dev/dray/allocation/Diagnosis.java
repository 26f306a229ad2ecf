package dev.dray.allocation;

import dev.dray.allocation.Explanation.PoolStatus;
import dev.dray.allocation.Explanation.Request;
import dev.dray.allocation.Explanation.Summary;
import dev.dray.allocation.NodeDevices.Part;
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
  private final Ask ask;
  private final List<ResourceClaim> claims;
  private final NodeView view;
  private final Verdict verdict;
  private final Advice advice;

  /** The devices of every pool, whatever its state. */
  private final NodeDevices devices;

  private final Lazily<Survey> survey;
  private final Lazily<Joint> joint;

  Diagnosis(
      Ask ask,
      List<ResourceClaim> claims,
      NodeView view,
      Ledger ledger,
      Loads loads,
      Verdict verdict,
      Advice advice) {
    this.ask = ask;
    this.claims = claims;
    this.view = view;
    this.verdict = verdict;
    this.advice = advice;
    this.devices = everything(ask, view, ledger, loads);
    this.survey = new Lazily<>(() -> new Survey(ask, view.node(), devices));
    this.joint = new Lazily<>(() -> new Joint(ask, claims, view, ledger, loads, devices));
  }

  private static NodeDevices everything(Ask ask, NodeView view, Ledger ledger, Loads loads) {
    return new NodeDevices(
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
      case Verdict.Fatal fatal -> new Summaries(ask, claims, view).ofFatal(fatal);
      case Verdict.Stopped _ -> Summaries.UNDECIDED;
      case Verdict.Nothing _, Verdict.Unusable _ -> ofNothing();
      case Verdict.Placed _ -> throw new IllegalStateException("The claims fit.");
    };
  }

  private Summary ofNothing() {
    var summaries = new Summaries(ask, claims, view);
    int request = survey.it().firstWithoutEnough();
    return request >= 0
        ? summaries.ofTooFew(request, survey.it())
        : joint.it().conflict().map(summaries::ofConflict).orElse(Summaries.UNDECIDED);
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
      case Verdict.Fatal fatal ->
          new Cause.Failed(fatal.message().apply(claims), fatal.device(), hints(fatal));
      case Verdict.Stopped _ -> new Cause.Undecided();
      case Verdict.Nothing _, Verdict.Unusable _ ->
          survey.it().firstWithoutEnough() >= 0
              ? new Cause.TooFewDevices()
              : joint.it().cause(survey.it());
      case Verdict.Placed _ -> throw new IllegalStateException("The claims fit.");
    };
  }

  private List<String> hints(Verdict.Fatal fatal) {
    return fatal.option().isPresent()
        ? advice.onFailure(ask.option(fatal.option().getAsInt()), devices)
        : List.of();
  }

  private List<Request> requests() {
    var builder = new FunnelBuilder(ask, claims, view.node(), devices, new Balance(ask, devices));
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
          new Request(Names.of(claims.get(first.claim())), first.request().name(), alternatives));
    }
    return requests;
  }

  static RequestFunnel described(
      Ask ask,
      List<ResourceClaim> claims,
      int number,
      Survey survey,
      Funnel funnel,
      List<String> hints) {
    var option = ask.option(number);
    return new RequestFunnel(
        Names.of(claims.get(option.claim())),
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
      Ask ask,
      List<ResourceClaim> claims,
      NodeView view,
      Ledger ledger,
      Loads loads,
      Verdict verdict,
      Advice advice) {
    return verdict instanceof Verdict.Placed
        ? Optional.empty()
        : Optional.of(new Diagnosis(ask, claims, view, ledger, loads, verdict, advice));
  }
}
