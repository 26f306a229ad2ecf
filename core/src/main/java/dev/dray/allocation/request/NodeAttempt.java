package dev.dray.allocation.request;

import dev.dray.allocation.request.NodeCandidates.Part;
import dev.dray.allocation.search.Bits;
import dev.dray.allocation.search.ProblemSignature;
import dev.dray.allocation.search.Search;
import dev.dray.allocation.search.SearchProblem;
import dev.dray.api.meta.DeviceId;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.NodeView;
import dev.dray.inventory.PoolView;
import dev.dray.ledger.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * One allocation request on one node, from candidates to verdict.
 *
 * <p>It tries the cheap ways first: {@link FirstFit}, then the result of a node with the same
 * {@link NodeSignature}, then a short search, then the result of an equal problem, then the full
 * search.
 */
public final class NodeAttempt {
  /** Steps a search may take before results of equal problems are looked up. */
  private static final long SHORT = 16;

  private final AllocationRequest allocationRequest;
  private final NodeView view;
  private final NodeCandidates devices;
  private long steps;

  public NodeAttempt(
      AllocationRequest allocationRequest,
      NodeView view,
      Ledger ledger,
      PoolRemainders remainders) {
    this.allocationRequest = allocationRequest;
    this.view = view;
    this.devices = new NodeCandidates(parts(allocationRequest, view, ledger, remainders));
  }

  /**
   * Returns the complete pools of the node, without those no alternative could take a device of.
   */
  public static List<Part> parts(
      AllocationRequest allocationRequest,
      NodeView view,
      Ledger ledger,
      PoolRemainders remainders) {
    var parts = new ArrayList<Part>(view.pools().size());
    for (var pool : view.pools()) {
      if (pool.state() == PoolView.State.COMPLETE) {
        var candidates = allocationRequest.candidates(pool.generation());
        if (candidates.isRelevant) {
          parts.add(new Part(pool, candidates, remainders.of(pool.generation(), ledger)));
        }
      }
    }
    return parts;
  }

  public NodeCandidates devices() {
    return devices;
  }

  /** Returns the number of steps the search took. */
  long steps() {
    return steps;
  }

  NodeVerdict run(BooleanSupplier stop) {
    if (view.failure().isPresent()) {
      var failure = view.failure().get();
      return new NodeVerdict.Fatal(_ -> failure);
    }
    var easy =
        FirstFit.answer(
            allocationRequest, devices, NodeProblemBuilder.skipsOperations(view.node()));
    if (easy.isPresent()) {
      return easy.get().end() == Search.End.PLACED ? placed(easy.get()) : nothing();
    }
    var mistake = allocationRequest.takesAll() ? mistakeWithAll() : Optional.<NodeVerdict>empty();
    if (mistake.isPresent()) {
      return mistake.get();
    }
    var signature = NodeSignature.of(devices, NodeProblemBuilder.skipsOperations(view.node()));
    var known = signature.flatMap(allocationRequest::solved);
    if (known.isPresent()) {
      return known.get().end() == Search.End.PLACED ? placed(known.get()) : nothing();
    }
    var problem = NodeProblemBuilder.of(allocationRequest, view.node(), devices);
    mistake = allocationRequest.takesAll() ? tooMany(problem) : Optional.empty();
    if (mistake.isPresent()) {
      return mistake.get();
    }
    var result = solve(problem, stop);
    if (result.end() == Search.End.PLACED || result.end() == Search.End.NOTHING_FITS) {
      signature.ifPresent(it -> allocationRequest.solved(it, result));
    }
    return verdict(result, problem);
  }

  /**
   * Searches. Most searches are short; before a longer one it pays to look up whether another node
   * had the same problem.
   */
  private Search.Result solve(SearchProblem problem, BooleanSupplier stop) {
    var search = new Search(problem, allocationRequest.skills(), stop);
    var result = search.run(SHORT);
    steps = search.steps();
    if (result.end() != Search.End.UNDECIDED || problem.wide.any()) {
      return result.end() == Search.End.UNDECIDED ? finish(search) : result;
    }
    var problemSignature = ProblemSignature.of(problem);
    var known = allocationRequest.solved(problemSignature);
    if (known.isPresent()) {
      return known.get();
    }
    result = finish(search);
    if (result.end() != Search.End.STOPPED) {
      allocationRequest.solved(problemSignature, result);
    }
    return result;
  }

  private Search.Result finish(Search search) {
    var result = search.run();
    steps = search.steps();
    return result;
  }

  /** Returns the error that keeps an alternative of mode All from knowing what all devices are. */
  private Optional<NodeVerdict> mistakeWithAll() {
    for (int number = 0; number < allocationRequest.alternatives().size(); number++) {
      var alternative = allocationRequest.alternative(number);
      if (alternative.all()) {
        var unsettled = unsettledPool(number);
        if (unsettled.isPresent()) {
          return unsettled;
        }
        int device = firstFailing(number);
        if (device >= 0) {
          return Optional.of(fatal(number, device, failure(number, device)));
        }
      }
    }
    return Optional.empty();
  }

  private int firstFailing(int alternativeNumber) {
    for (int device = 0; device < devices.size(); device++) {
      var candidates = devices.candidates(device);
      if (candidates.isFailing[alternativeNumber]
          && Bits.has(candidates.failing[alternativeNumber], devices.row(device))) {
        return device;
      }
    }
    return -1;
  }

  private Optional<NodeVerdict> unsettledPool(int alternativeNumber) {
    for (var pool : view.pools()) {
      if (pool.state() != PoolView.State.COMPLETE) {
        var text =
            "asks for all devices, but resource pool %s/%s is currently %s: %s"
                .formatted(
                    pool.id().driver(),
                    pool.id().pool(),
                    pool.state() == PoolView.State.INVALID ? "invalid" : "being updated",
                    pool.reason());
        return Optional.of(fatal(alternativeNumber, Optional.empty(), ": " + text));
      }
    }
    return Optional.empty();
  }

  private static Optional<NodeVerdict> tooMany(SearchProblem problem) {
    var least = new long[problem.claims()];
    for (int request = 0; request < problem.requests(); request++) {
      int fewest = Integer.MAX_VALUE;
      for (int o = problem.alternativesFrom[request];
          o < problem.alternativesFrom[request + 1];
          o++) {
        fewest = Math.min(fewest, problem.need[o]);
      }
      least[problem.claimOf[request]] += fewest;
    }
    for (int claim = 0; claim < least.length; claim++) {
      if (least[claim] > SearchProblem.MOST_RESULTS) {
        int number = claim;
        return Optional.of(
            new NodeVerdict.Fatal(
                claims ->
                    AllocationRequestReader.tooMany(
                        ClaimNames.of(claims.get(number)), least[number])));
      }
    }
    return Optional.empty();
  }

  private NodeVerdict verdict(Search.Result found, SearchProblem problem) {
    return switch (found.end()) {
      case PLACED -> placed(found);
      case NOTHING_FITS -> nothing();
      case FAILED ->
          fatal(
              found.failedAlternative(),
              found.failedDevice(),
              failure(found.failedAlternative(), found.failedDevice(), problem));
      case CONSTRAINT_AGAINST_ALL ->
          fatal(
              found.failedAlternative(),
              found.failedDevice(),
              ": cannot add device %s because a claim constraint would not be satisfied"
                  .formatted(devices.name(found.failedDevice())));
      case STOPPED, UNDECIDED -> NodeVerdict.STOPPED;
    };
  }

  private NodeVerdict placed(Search.Result found) {
    return new NodeVerdict.Placed(allocationRequest, view.node(), devices, found);
  }

  private NodeVerdict nothing() {
    for (var pool : view.pools()) {
      if (pool.state() == PoolView.State.INVALID) {
        return new NodeVerdict.Unusable("invalid resource pools were encountered");
      }
    }
    return NodeVerdict.NOTHING;
  }

  private NodeVerdict fatal(int alternativeNumber, int device, String text) {
    return fatal(alternativeNumber, Optional.of(devices.name(device)), text);
  }

  private NodeVerdict fatal(int number, Optional<DeviceId> device, String text) {
    var alternative = allocationRequest.alternative(number);
    Function<List<ResourceClaim>, String> message =
        claims ->
            "claim %s, request %s%s"
                .formatted(
                    ClaimNames.of(claims.get(alternative.claim())), alternative.reference(), text);
    return new NodeVerdict.Fatal(message, OptionalInt.of(number), device);
  }

  private String failure(int alternativeNumber, int device, SearchProblem problem) {
    if (Bits.has(problem.failing[alternativeNumber], device)) {
      return failure(alternativeNumber, device);
    }
    for (int constraint : problem.covering[alternativeNumber]) {
      if (problem.values[constraint][alternativeNumber][device] == SearchProblem.UNTOLD) {
        return ", device %s: %s"
            .formatted(
                devices.name(device),
                devices
                    .candidates(device)
                    .untold(constraint, alternativeNumber, devices.row(device)));
      }
    }
    throw new IllegalStateException("Device [%d] has no error to report.".formatted(device));
  }

  private String failure(int number, int device) {
    return failure(allocationRequest, devices, number, device);
  }

  /** Returns the error text of an alternative at a device that is failing for it. */
  public static String failure(
      AllocationRequest allocationRequest, NodeCandidates devices, int number, int device) {
    var alternative = allocationRequest.alternative(number);
    var candidates = devices.candidates(device);
    int row = devices.row(device);
    var selector = candidates.selection(number).failure(row);
    return selector
        .map(
            it ->
                ": %s on device %s: CEL runtime error: %s"
                    .formatted(
                        alternative.selectorName(it.selector()),
                        devices.name(device),
                        it.message()))
        .orElseGet(
            () ->
                ": checking capacity for device %s: %s"
                    .formatted(
                        devices.name(device),
                        candidates.terms(number, row).impossible().orElse("")));
  }
}
