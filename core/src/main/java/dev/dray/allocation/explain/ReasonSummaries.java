package dev.dray.allocation.explain;

import dev.dray.allocation.explain.Explanation.Summary;
import dev.dray.allocation.explain.JointSearch.Conflict;
import dev.dray.allocation.request.AllocationRequest;
import dev.dray.allocation.request.Alternative;
import dev.dray.allocation.request.ClaimNames;
import dev.dray.allocation.request.NodeProblemBuilder;
import dev.dray.allocation.request.NodeVerdict;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.NodeView;
import dev.dray.inventory.PoolView;
import java.util.List;
import java.util.stream.IntStream;

/** The summaries of reasons, in words that are the same for all nodes with the same reason. */
final class ReasonSummaries {
  static final Summary UNDECIDED = new Summary("were not decided in time");

  private final AllocationRequest allocationRequest;
  private final List<ResourceClaim> claims;
  private final NodeView view;

  ReasonSummaries(AllocationRequest allocationRequest, List<ResourceClaim> claims, NodeView view) {
    this.allocationRequest = allocationRequest;
    this.claims = claims;
    this.view = view;
  }

  Summary ofFatal(NodeVerdict.Fatal fatal) {
    var where =
        fatal.alternativeNumber().isPresent()
            ? " at " + name(allocationRequest.alternative(fatal.alternativeNumber().getAsInt()))
            : "";
    return new Summary("end in an error" + where, fatal.message().apply(claims));
  }

  Summary ofTooFew(int request, CheckSurvey checkSurvey) {
    int from = allocationRequest.alternativesFrom()[request];
    int to = allocationRequest.alternativesFrom()[request + 1];
    var name = name(allocationRequest.alternative(from));
    var checks = IntStream.range(from, to).mapToObj(checkSurvey::decisive).distinct().toList();
    // Only the explanation tells apart alternatives that fail for different reasons.
    return checks.size() == 1
        ? ofCheck(checks.getFirst(), allocationRequest.alternative(from), name)
        : new Summary("have too little for every alternative of " + name);
  }

  private Summary ofCheck(DeviceCheck deviceCheck, Alternative alternative, String request) {
    return switch (deviceCheck) {
      case NONE -> tooFewAtAll(request);
      case OFFERED -> new Summary("offer too few of their devices for " + request);
      case CLASS_SELECTORS ->
          new Summary(
              "have too few devices of class %s for %s"
                  .formatted(alternative.deviceClass().metadata().name(), request));
      case REQUEST_SELECTORS -> new Summary("have too few devices that match " + request);
      case ANSWER ->
          new Summary("have too few devices on which the selectors of " + request + " succeed");
      case POOL -> unsettled(request);
      case FREE -> new Summary("have too few free devices for " + request);
      case CAPACITY -> new Summary("have too little capacity for " + request);
      case NODE_OPERATIONS ->
          new Summary("lack %s for %s".formatted(NodeProblemBuilder.SKIPS_OPERATIONS, request));
      case PARTITIONS ->
          new Summary(
              "have only partitions for %s, but DRAPartitionableDevices is disabled"
                  .formatted(request));
      case GROUPS ->
          new Summary(
              "have devices in use whose compatibility groups conflict with those for " + request);
      case COUNTERS -> new Summary("have too little left of shared counters for " + request);
      case TAINTS -> new Summary("have taints that " + request + " does not tolerate");
      case ATTRIBUTES ->
          new Summary("lack attributes that constraints compare on devices for " + request);
      case CONSTRAINTS ->
          new Summary("have no devices for " + request + " that can be allocated together");
    };
  }

  private Summary tooFewAtAll(String request) {
    return new Summary(
        view.pools().isEmpty() ? "have no devices" : "have too few devices for " + request);
  }

  private Summary unsettled(String request) {
    for (var pool : view.pools()) {
      if (pool.state() != PoolView.State.COMPLETE) {
        return new Summary(
            "have %s pools and too few other devices for %s"
                .formatted(ExplanationText.state(pool.state()), request),
            pool.id() + ": " + pool.reason());
      }
    }
    throw new IllegalStateException("All pools are complete.");
  }

  Summary ofConflict(Conflict conflict) {
    var name =
        name(allocationRequest.alternative(allocationRequest.alternativesFrom()[conflict.last()]));
    return new Summary(
        conflict.isAlone()
            ? "have no devices for %s that can be allocated together".formatted(name)
            : "have too little left for %s after the requests before it".formatted(name));
  }

  private String name(Alternative alternative) {
    var ofClaim =
        claims.size() > 1 ? " of claim " + ClaimNames.of(claims.get(alternative.claim())) : "";
    return "request " + alternative.request().name() + ofClaim;
  }
}
